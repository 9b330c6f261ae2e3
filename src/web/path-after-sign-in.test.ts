import { expect, test } from 'vitest'
import { pathAfterSignIn } from './path-after-sign-in.ts'

const after = (from: string | null) => pathAfterSignIn(new URLSearchParams(from === null ? {} : { from }))

test('after sign-in a person goes to the page they came from', () => {
  expect(after('/purchase-product/7?qty=2#form')).toBe('/purchase-product/7?qty=2#form')
})

test('after sign-in a person goes to the home page if they came from none', () => {
  expect(after(null)).toBe('/')
  expect(after('')).toBe('/')
})

test('the way back never leads to the login page again', () => {
  expect(after('/login?from=/dashboard')).toBe('/')
  expect(after('/signup')).toBe('/')
})

test.each([
  'https://evil.example/',
  '//evil.example/x',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  'javascript:alert(1)',
  'dashboard',
])('a remembered page outside of the store is refused: %j', (from) => {
  expect(after(from)).toBe('/')
})
