import { afterEach, expect, test, vi } from 'vitest'
import { createKnownBrowsers } from './known-browser.ts'

const SECRET = 'q7Zr0mWc2Lk9Xv4Tn6Pb8Hd1Sf3Gj5Ya0Ue2'
const browsers = createKnownBrowsers(SECRET, () => 'https://parts.shop')
/** What a browser sends back for Set-Cookie lines that differ in their path only. */
const sentBack = ([line = '']: readonly string[]) => new Headers({ cookie: `other=1; ${line.split(';')[0]}` })
const nothing = new Headers()

afterEach(() => vi.useRealTimers())

test('The cookie goes where passwords are sent only, no script reads it, and it names no account', async () => {
  const lines = await browsers.remember(nothing, 'ada@example.com')
  expect(lines.map((line) => /Path=([^;]+)/.exec(line)?.[1])).toEqual(['/auth', '/login'])
  for (const line of lines) {
    expect(line).toMatch(/^__Secure-driveline\.known_accounts=/)
    for (const attribute of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Max-Age=7776000'])
      expect(line.split('; ')).toContain(attribute)
    expect(line).not.toContain('ada')
  }
  const [local] = await createKnownBrowsers(SECRET, () => 'http://localhost:3000').remember(nothing, 'a@b.c')
  expect(local).toMatch(/^driveline\.known_accounts=/)
})

test('A browser is known to the accounts it signed in to, by the same id each time', async () => {
  const first = sentBack(await browsers.remember(nothing, 'ada@example.com'))
  const both = sentBack(await browsers.remember(first, 'bob@example.com'))
  const id = await browsers.find(first, 'ada@example.com')
  expect(id).toMatch(/^[\w-]{22}$/)
  expect(await browsers.find(both, 'ada@example.com')).toBe(id)
  expect(await browsers.find(both, 'bob@example.com')).not.toBe(id)
  expect(await browsers.find(both, 'eve@example.com')).toBeNull()
  const again = sentBack(await browsers.remember(both, 'ada@example.com'))
  expect(await browsers.find(again, 'ada@example.com')).toBe(id)
})

test('The five accounts used last are remembered, each for 90 days', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-22T10:00:00Z') })
  let headers = nothing
  for (const n of [1, 2, 3, 4, 5, 6]) headers = sentBack(await browsers.remember(headers, `${n}@example.com`))
  const known = async () =>
    (await Promise.all([1, 2, 3, 4, 5, 6].map((n) => browsers.find(headers, `${n}@example.com`)))).map(
      Boolean,
    )
  expect(await known()).toEqual([false, true, true, true, true, true])
  vi.setSystemTime(Date.parse('2027-02-20T09:59:59Z'))
  expect(await known()).toEqual([false, true, true, true, true, true])
  vi.setSystemTime(Date.parse('2027-02-20T10:00:00Z'))
  expect(await known()).toEqual([false, false, false, false, false, false])
})

test('A cookie signed with another secret, or by the secret itself, makes no browser known', async () => {
  const line = await createKnownBrowsers(`${SECRET}x`, () => 'https://parts.shop').remember(
    nothing,
    'ada@example.com',
  )
  expect(await browsers.find(sentBack(line), 'ada@example.com')).toBeNull()
  const { serializeSigned } = await import('hono/utils/cookie')
  const [own = ''] = await browsers.remember(nothing, 'ada@example.com')
  const value = decodeURIComponent(own.split(';')[0]?.split('=')[1] ?? '')
    .split('.')
    .slice(0, 3)
    .join('.')
  const signed = await serializeSigned('__Secure-driveline.known_accounts', value, SECRET, { secure: true })
  expect(await browsers.find(sentBack([signed]), 'ada@example.com')).toBeNull()
})
