import { expect, test } from 'vitest'
import { readAccountListView } from './account-list.ts'

test('An invalid URL shows all users', () => {
  const view = readAccountListView(new URLSearchParams('sort=password&shown=0'))
  expect(view).toEqual({ q: '', sort: undefined, shown: 25 })
})
