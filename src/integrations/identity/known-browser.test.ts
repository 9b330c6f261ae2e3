import { afterEach, expect, test, vi } from 'vitest'
import { createKnownBrowsers } from './known-browser.ts'

const SECRET = 'q7Zr0mWc2Lk9Xv4Tn6Pb8Hd1Sf3Gj5Ya0Ue2'
const browsers = createKnownBrowsers(SECRET, () => 'https://parts.shop')
/** What a browser sends back for Set-Cookie lines that differ in their path only. */
const sentBack = ([line = '']: readonly string[]) => new Headers({ cookie: `other=1; ${line.split(';')[0]}` })
const nothing = new Headers()
const account = (id: string) => ({ id, password: `${id}'s password`, factor: null })
const remember = (headers: Headers, id: string) => browsers.remember(headers, account(id), true)
const find = (headers: Headers, id: string) => browsers.find(headers, account(id), 'password')

afterEach(() => vi.useRealTimers())

test('The cookie goes where passwords are sent only, no script reads it, and it names no account', async () => {
  const lines = await remember(nothing, 'ada')
  expect(lines.map((line) => /Path=([^;]+)/.exec(line)?.[1])).toEqual(['/auth', '/login'])
  for (const line of lines) {
    expect(line).toMatch(/^__Secure-driveline\.known_accounts=/)
    for (const attribute of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Max-Age=7776000'])
      expect(line.split('; ')).toContain(attribute)
    expect(line).not.toContain('ada')
  }
  const [local] = await createKnownBrowsers(SECRET, () => 'http://localhost:3000').remember(
    nothing,
    account('ada'),
    true,
  )
  expect(local).toMatch(/^driveline\.known_accounts=/)
})

test('A browser is known to the accounts it signed in to, by the same id each time', async () => {
  const first = sentBack(await remember(nothing, 'ada'))
  const both = sentBack(await remember(first, 'bob'))
  const id = await find(first, 'ada')
  expect(id).toMatch(/^[\w-]{22}$/)
  expect(await find(both, 'ada')).toBe(id)
  expect(await find(both, 'bob')).not.toBe(id)
  expect(await find(both, 'eve')).toBeNull()
  const again = sentBack(await remember(both, 'ada'))
  expect(await find(again, 'ada')).toBe(id)
})

test('The five accounts used last are remembered, each for 90 days', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-22T10:00:00Z') })
  let headers = nothing
  for (const n of [1, 2, 3, 4, 5, 6]) headers = sentBack(await remember(headers, String(n)))
  const known = async () =>
    (await Promise.all([1, 2, 3, 4, 5, 6].map((n) => find(headers, String(n))))).map(Boolean)
  expect(await known()).toEqual([false, true, true, true, true, true])
  vi.setSystemTime(Date.parse('2027-02-20T09:59:59Z'))
  expect(await known()).toEqual([false, true, true, true, true, true])
  vi.setSystemTime(Date.parse('2027-02-20T10:00:00Z'))
  expect(await known()).toEqual([false, false, false, false, false, false])
})

test('A cookie signed with another secret, or by the secret itself, makes no browser known', async () => {
  const line = await createKnownBrowsers(`${SECRET}x`, () => 'https://parts.shop').remember(
    nothing,
    account('ada'),
    true,
  )
  expect(await find(sentBack(line), 'ada')).toBeNull()
  const { serializeSigned } = await import('hono/utils/cookie')
  const [own = ''] = await remember(nothing, 'ada')
  const value = decodeURIComponent(own.split(';')[0]?.split('=')[1] ?? '')
    .split('.')
    .slice(0, 5)
    .join('.')
  const signed = await serializeSigned('__Secure-driveline.known_accounts', value, SECRET, { secure: true })
  expect(await find(sentBack([signed]), 'ada')).toBeNull()
})
