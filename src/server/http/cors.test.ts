import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stockProduct } from '../../../tests/support/orders.ts'
import { openTestStore, type TestStore } from '../../../tests/support/test-store.ts'
import { PASSWORD, type User, signIn } from '../../../tests/support/users.ts'

const FRONT_END = 'https://parts.example.com'
const OTHER_FRONT_END = 'http://localhost:5173'
const STRANGERS = [
  'https://evil.example',
  'http://parts.example.com',
  'https://parts.example.com:444',
  'https://parts.example.com.evil.example',
  'https://sub.parts.example.com',
  'https://parts.example.com.',
  'null',
]
/** Enough products for a list that is worth compressing. */
const PRODUCTS = 8
let store: TestStore
let customer: User

beforeAll(async () => {
  store = await openTestStore({ CORS_ORIGINS: `${FRONT_END}, ${OTHER_FRONT_END}` })
  for (let i = 0; i < PRODUCTS; i += 1) await stockProduct(store)
  customer = await signIn(store)
})
afterAll(() => store.close())

/** A request as a page of `origin` makes it in a browser. */
const from = (
  origin: string,
  path: string,
  { headers = {}, ...init }: { method?: string; body?: string; headers?: Record<string, string> } = {},
) =>
  fetch(store.url + path, {
    ...init,
    headers: { Origin: origin, 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'cors', ...headers },
  })
const json = { 'Content-Type': 'application/json' }

describe('a front end that CORS_ORIGINS lists', () => {
  test('learns the allowed methods and headers by a preflight', async () => {
    for (const path of ['/order', '/auth/sign-in/email', `/user/${customer.email}`, '/products']) {
      const response = await from(FRONT_END, path, {
        method: 'OPTIONS',
        headers: {
          'Access-Control-Request-Method': 'POST',
          'Access-Control-Request-Headers': 'authorization',
        },
      })
      expect(response.status, path).toBe(204)
      expect(response.headers.get('access-control-allow-origin')).toBe(FRONT_END)
      expect(response.headers.get('access-control-allow-headers')).toContain('Authorization')
      expect(response.headers.get('access-control-allow-methods')).toContain('PATCH')
      expect(response.headers.has('access-control-allow-credentials')).toBe(false)
    }
  })

  test('reads responses that are cached for others, with its own origin on each', async () => {
    const read = async (origin?: string) => {
      const response = await (origin ? from(origin, '/products') : fetch(`${store.url}/products`))
      expect(response.status).toBe(200)
      expect(response.headers.get('vary')?.toLowerCase()).toContain('origin')
      return response.headers.get('access-control-allow-origin')
    }
    for (let time = 0; time < 2; time += 1) {
      expect(await read()).toBeNull()
      expect(await read(FRONT_END)).toBe(FRONT_END)
      expect(await read(OTHER_FRONT_END)).toBe(OTHER_FRONT_END)
      expect(await read('https://evil.example')).toBeNull()
    }
  })

  test('gets each response compressed, with its request id', async () => {
    for (const encoding of ['gzip', 'br']) {
      const response = await from(FRONT_END, '/products', { headers: { 'Accept-Encoding': encoding } })
      expect(response.headers.get('content-encoding')).toBe(encoding)
      expect(response.headers.get('vary')?.toLowerCase()).toContain('accept-encoding')
      expect(response.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
      expect(await response.json()).toHaveLength(PRODUCTS)
    }
  })

  test('signs in without a cookie, issues an access token by the identity token, and signs out', async () => {
    const signedIn = await from(FRONT_END, '/auth/sign-in/email', {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ email: customer.email, password: PASSWORD }),
    })
    expect(signedIn.status).toBe(200)
    expect(signedIn.headers.getSetCookie()).toEqual([])
    const { token: identityToken } = (await signedIn.json()) as { token: string }
    const take = () =>
      from(FRONT_END, `/user/${customer.email}`, {
        method: 'PUT',
        headers: { ...json, Authorization: `Bearer ${identityToken}` },
        body: JSON.stringify({ email: customer.email }),
      })
    const taken = await take()
    expect(taken.status).toBe(200)
    const { token } = (await taken.json()) as { token: string }
    const own = () =>
      from(FRONT_END, `/user/${customer.email}`, { headers: { Authorization: `Bearer ${token}` } })
    expect((await own()).status).toBe(200)
    const out = await from(FRONT_END, '/auth/sign-out', {
      method: 'POST',
      headers: { ...json, Authorization: `Bearer ${identityToken}` },
      body: '{}',
    })
    expect(out.status).toBe(200)
    expect((await own()).status, 'its access token has ended').toBe(401)
    expect((await take()).status, 'and so has its identity token').toBe(401)
  })

  test('never acts with the visitor’s cookie of the store', async () => {
    const response = await from(FRONT_END, `/user/${customer.email}`, {
      method: 'PUT',
      headers: { ...json, Cookie: customer.cookie },
      body: JSON.stringify({ email: customer.email }),
    })
    expect(response.status).toBe(401)
    const out = await from(FRONT_END, '/auth/sign-out', {
      method: 'POST',
      headers: { ...json, Cookie: customer.cookie },
      body: '{}',
    })
    expect(out.headers.getSetCookie()).toEqual([])
    expect((await customer.call('GET', `/user/${customer.email}`)).status, 'still signed in').toBe(200)
  })

  test('can read the text of a refusal', async () => {
    const response = await from(FRONT_END, '/order', { method: 'POST', headers: json, body: '{}' })
    expect(response.status).toBe(401)
    expect(response.headers.get('access-control-allow-origin')).toBe(FRONT_END)
  })
})

test.each(STRANGERS)('%s may neither send requests nor read responses', async (origin) => {
  const preflight = await from(origin, '/order', {
    method: 'OPTIONS',
    headers: { 'Access-Control-Request-Method': 'POST' },
  })
  const taken = await from(origin, `/user/${customer.email}`, {
    method: 'PUT',
    headers: { ...json, Cookie: customer.cookie },
    body: JSON.stringify({ email: customer.email }),
  })
  const read = await from(origin, '/products')
  expect([preflight.status, taken.status]).toEqual([405, 403])
  for (const response of [preflight, taken, read])
    expect(response.headers.has('access-control-allow-origin')).toBe(false)
})
