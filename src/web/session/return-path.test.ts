import { expect, test } from 'vitest'
import { returnPath } from './return-path.ts'

const after = (from: string | null) => returnPath(new URLSearchParams(from === null ? {} : { from }))

test('after sign-in a user returns to the page they came from', () => {
  expect(after('/purchase-product/7?qty=2#form')).toBe('/purchase-product/7?qty=2#form')
})

test('after sign-in a user without a return path goes to the home page', () => {
  expect(after(null)).toBe('/')
  expect(after('')).toBe('/')
})

test('the return path is never the login page', () => {
  expect(after('/login?from=/dashboard')).toBe('/')
  expect(after('/signup')).toBe('/')
  expect(after('/Login/?from=/login')).toBe('/')
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
  '\t//evil.example',
  '/\n/evil.example',
  '/\r\n/evil.example',
  '///evil.example',
  '/\\/evil.example',
  '/..//evil.example',
  '/%2e%2e//evil.example',
  'https:evil.example',
  'https:/evil.example',
  'data:text/html,<script>alert(1)</script>',
  ' /dashboard',
  '/@evil.example/..//evil.example',
])('a return path outside of the store is refused: %j', (from) => {
  expect(after(from)).toBe('/')
})

test.each([
  '/%2f%2fevil.example',
  '/%5cevil.example',
  '/%09/evil.example',
  '/@evil.example',
  '/x?y=//evil.example',
])('what only looks like another host stays in this store: %j', (from) => {
  const path = after(from)
  expect(new URL(path, 'https://store.example').origin).toBe('https://store.example')
  expect(path).toBe(from)
})
