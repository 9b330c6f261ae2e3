import { expect, test } from 'vitest'
import type { Account } from '#domain/accounts/account.ts'
import { accountsInView, readAccountListView } from './account-list.ts'

const account = (name: string, role: Account['role']): Account => ({
  _id: name,
  email: `${name.toLowerCase()}@example.com`,
  name,
  role,
  emailVerified: true,
})
const view = (address: string) => readAccountListView(new URLSearchParams(address))
const accounts = [account('Mo', 'customer'), account('ada', 'customer'), account('Zoe', 'admin')]
const names = (address: string) => accountsInView(accounts, view(address)).rows.map(({ name }) => name)

test('By default users are newest first, and no more than the page size are shown', () => {
  expect(names('')).toEqual(['Mo', 'ada', 'Zoe'])
  expect(names('shown=2')).toEqual(['Mo', 'ada'])
})

test('Users can be sorted by name and by role, admins first', () => {
  expect(names('sort=name')).toEqual(['ada', 'Mo', 'Zoe'])
  expect(names('sort=-name')).toEqual(['Zoe', 'Mo', 'ada'])
  expect(names('sort=role')[0]).toBe('Zoe')
})

test('An invalid URL shows all users', () => {
  expect(view('sort=password&shown=0')).toEqual({ q: '', sort: undefined, shown: 25 })
})
