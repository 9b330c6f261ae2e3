import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SHARED_SECRET, signUpIdentity } from '../support/identity.ts'
import { openSecondStore, openTestStore, type TestStore } from '../support/test-store.ts'
import { type ApiResponse, caller, newEmail, PASSWORD, signIn } from '../support/users.ts'

let here: TestStore
beforeAll(async () => {
  here = await openTestStore(SHARED_SECRET)
})
afterAll(() => here.close())

describe('No response reveals who has an account', () => {
  /** A response without its varying parts. */
  const comparable = ({ status, body, headers }: ApiResponse) => {
    const shown = Object.fromEntries(headers)
    for (const name of ['date', 'x-request-id']) delete shown[name]
    const { requestId: _, ...comparable } = body
    return { status, body: comparable, shown }
  }
  const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

  test.each([
    ['signing in', '/auth/sign-in/email', { password: 'not-this-one' }, 15],
    ['asking for a reset', '/auth/request-password-reset', {}, 9],
    ['asking for another verification email', '/auth/send-verification-email', {}, 7],
  ])('by %s: responses and times are alike', async (_what, path, fields, rounds) => {
    const known = newEmail()
    await signUpIdentity(here, known)
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
    const responses: ReturnType<typeof comparable>[] = []
    for (let round = 0; round < rounds; round += 1) {
      for (const who of round % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
        const startedAt = performance.now()
        const email = who === 'known' ? known : newEmail()
        responses.push(comparable(await caller(here)('POST', path, { email, ...fields })))
        times[who].push(performance.now() - startedAt)
      }
    }
    for (const response of responses) expect(response).toEqual(responses[0])
    const ratio = median(times.known) / median(times.unknown)
    expect(ratio, JSON.stringify(times)).toBeLessThan(1.5)
    expect(ratio, JSON.stringify(times)).toBeGreaterThan(1 / 1.5)
  })
})

describe('Limits hold for the store, not per process', () => {
  // All tests come from one address.
  beforeEach(() => sql`delete from identity.attempt`.execute(here.db))

  test('wrong passwords for one account from one address count in both', async () => {
    const limits = { ...SHARED_SECRET, LIMIT_SIGN_IN_PER_MINUTE: '4', TRUST_PROXY: '1' }
    const stores = [await openSecondStore(here, limits), await openSecondStore(here, limits)]
    const email = newEmail()
    await signUpIdentity(here, email)
    const statuses = []
    for (let n = 0; n < 6; n += 1) {
      const store = stores[n % 2] ?? here
      const from = { 'x-forwarded-for': '198.51.100.1' }
      const guess = { email, password: `wrong-guess-${n}` }
      statuses.push((await caller(store)('POST', '/auth/sign-in/email', guess, from)).status)
    }
    expect(statuses).toEqual([401, 401, 401, 401, 429, 429])
    for (const store of stores) await store.close()
  })

  test('requests from one address count together in both; a forged X-Forwarded-For does not change that', async () => {
    const limits = { ...SHARED_SECRET, LIMIT_SIGN_IN_PER_MINUTE: '4' }
    const stores = [await openSecondStore(here, limits), await openSecondStore(here, limits)]
    // Another account each time: only the address is the same.
    const existingEmails = Array.from({ length: 6 }, newEmail)
    for (const email of existingEmails) await signUpIdentity(here, email)
    const statuses = []
    for (const [n, email] of existingEmails.entries()) {
      const store = stores[n % 2] ?? here
      const from = { 'x-forwarded-for': `203.0.113.${n}`, 'x-driveline-client-ip': `203.0.113.${n}` }
      const signUpBody = { email, name: 'Curious', password: PASSWORD }
      statuses.push((await caller(store)('POST', '/auth/sign-up/email', signUpBody, from)).status)
    }
    expect(statuses).toEqual([422, 422, 422, 422, 429, 429])
    for (const store of stores) await store.close()
    await here.db
      .withSchema('identity')
      .deleteFrom('attempt' as never)
      .execute()
  })

  test('emails to one account count in both, and so do emails requested from one address', async () => {
    const limits = { ...SHARED_SECRET, LIMIT_MAIL_PER_HOUR: '2' }
    const stores = [await openSecondStore(here, limits), await openSecondStore(here, limits)]
    const requestMail = async (n: number, email: string) =>
      (await caller(stores[n % 2] ?? here)('POST', '/auth/request-password-reset', { email })).status
    const email = newEmail()
    await signUpIdentity(here, email)
    expect([await requestMail(0, email), await requestMail(1, email), await requestMail(2, email)]).toEqual([
      200, 200, 429,
    ])
    // Ten per address and hour; three are used.
    const others = await Promise.all(Array.from({ length: 9 }, (_, n) => requestMail(n, newEmail())))
    expect(others.filter((status) => status === 429)).toHaveLength(2)
    for (const store of stores) await store.close()
  })

  test('tokens issued to one session are limited per account, and do not affect others at the same address', async () => {
    const store = await openSecondStore(here, { ...SHARED_SECRET, LIMIT_WRITES_PER_MINUTE: '5' })
    const [busy, calm] = [await signIn(here), await signIn(here)]
    const take = async ({ email, cookie }: { email: string; cookie: string }) =>
      (await caller(store)('PUT', `/user/${email}`, {}, { cookie })).status
    const statuses = []
    for (let n = 0; n < 7; n += 1) statuses.push(await take(busy))
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
    expect(await take(calm)).toBe(200)
    await store.close()
  })
})
