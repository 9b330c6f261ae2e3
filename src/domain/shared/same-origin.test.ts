import { describe, expect, test } from 'vitest'
import { isFromOwnPages } from './same-origin.ts'

const APP_URL = 'https://shop.example.com'
const sent = (headers: Record<string, string>, url = `${APP_URL}/user/a`) =>
  new Request(url, { method: 'PUT', headers })

describe('if APP_URL is set', () => {
  test.each([
    'https://evil.example',
    'http://shop.example.com',
    'https://shop.example.com:444',
    'https://shop.example.com.',
    'https://www.shop.example.com',
    'https://example.com',
    'https://shop.example.com.evil.example',
    'https://shop.example.com@evil.example',
    'HTTPS://SHOP.EXAMPLE.COM/',
    'https://shop.example.com https://evil.example',
    'null',
    '',
    'file://',
  ])('a page of "%s" is not the store’s, even when the store is reached by that name', (origin) => {
    expect(isFromOwnPages(sent({ origin }), APP_URL, { isStrict: true })).toBe(false)
    if (URL.canParse(origin) && new URL(origin).host)
      expect(
        isFromOwnPages(sent({ origin }, `${new URL(origin).origin}/user/a`), APP_URL, { isStrict: true }),
      ).toBe(false)
  })

  test('a page of that origin is the store’s, even with a path and a default port in the setting', () => {
    for (const setting of [APP_URL, `${APP_URL}/`, `${APP_URL}:443/store`])
      expect(isFromOwnPages(sent({ origin: APP_URL }), setting, { isStrict: true })).toBe(true)
  })
})

test('without APP_URL, a page of the host by which the store was reached is its own', () => {
  const local = 'http://localhost:3000'
  const reached = 'http://192.168.1.7:3000'
  const from = (origin: string) =>
    isFromOwnPages(sent({ origin }, `${reached}/user/a`), local, { isStrict: false })
  expect([from(reached), from(local)]).toEqual([true, true])
  expect([from('http://192.168.1.7'), from('http://192.168.1.8:3000'), from('null')]).toEqual([
    false,
    false,
    false,
  ])
})

test.each([
  [null, true],
  ['same-origin', true],
  ['none', true],
  ['same-site', false],
  ['cross-site', false],
  ['something-new', false],
])('without an origin, Sec-Fetch-Site %s is the store’s own: %s', (site, own) => {
  for (const isStrict of [true, false])
    expect(isFromOwnPages(sent(site === null ? {} : { 'sec-fetch-site': site }), APP_URL, { isStrict })).toBe(
      own,
    )
})
