// Long because every limit on attempts is exceeded on the same pair of stores.

import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '#config/env.ts'
import { createRateLimits } from '#db/rate-limits.ts'
import { type Attempter, type AttemptKind, beginAttempt } from '#integrations/identity/attempt-limits.ts'
import { createTestDatabase } from '../support/test-database.ts'
import {
  APP_URL,
  linkIn,
  newEmail,
  TEST_ADDRESS,
  testIdentity,
  type TestIdentity,
} from '../support/test-identity.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(() => sql`delete from identity.attempt`.execute(database.db))

const limited = (env = {}) =>
  testIdentity(database.db, { LIMIT_SIGN_IN_PER_MINUTE: '3', LIMIT_MAIL_PER_HOUR: '2', ...env })

/** Makes attempts that fail or succeed, without hashing passwords. Returns how many were let through. */
async function guess(
  env: Record<string, string>,
  kind: AttemptKind,
  guesses: readonly Attempter[],
  end: 'failed' | 'succeeded' = 'failed',
) {
  const rates = createRateLimits(database.db, readConfig(env))
  let through = 0
  for (const who of guesses) {
    const attempt = await beginAttempt(rates, kind, who)
    if ('retryAfter' in attempt) continue
    through += 1
    await attempt[end]()
  }
  return through
}

const email = 'owner@example.com'
const from = (addresses: number, times: number): Attempter[] =>
  Array.from({ length: addresses * times }, (_, n) => ({ address: `198.51.100.${n % addresses}`, email }))

describe('A stranger who guesses, with the default limits', () => {
  test('gets twenty tries a minute from one address, and the owner signs in from another', async () => {
    expect(await guess({}, 'password', from(1, 100))).toBe(20)
    expect(await guess({}, 'password', [{ address: '203.0.113.1', email }])).toBe(1)
  })

  test('gets forty tries an hour from one address when guessing slowly', async () => {
    const nextMinute = () =>
      sql`delete from identity.attempt where key not like 'wrongAttemptsPerAddressAndAccount:%'`.execute(
        database.db,
      )
    const tries: number[] = []
    for (let minute = 0; minute < 3; minute += 1) {
      tries.push(await guess({}, 'password', from(1, 30)))
      await nextMinute()
    }
    expect(tries).toEqual([20, 20, 0])
    expect(await guess({}, 'password', [{ address: '203.0.113.1', email }]), 'from another').toBe(1)
  })

  test('does not lock the owner out by guessing from ten addresses', async () => {
    expect(await guess({}, 'password', from(10, 40))).toBe(200)
    expect(await guess({}, 'password', [{ address: '203.0.113.1', email }])).toBe(1)
  })

  test('is eventually stopped with any number of addresses; the owner’s browser and other accounts are not', async () => {
    const env = { LIMIT_SIGN_IN_PER_MINUTE: '1' }
    const everywhere = Array.from({ length: 120 }, (_, n) => ({ address: `2001:db8:0:${n}::/64`, email }))
    expect(await guess(env, 'password', everywhere)).toBe(100)
    const address = '203.0.113.1'
    expect(await guess(env, 'password', [{ address, email }])).toBe(0)
    expect(await guess(env, 'password', [{ address, email, knownBrowser: 'hers' }])).toBe(1)
    expect(await guess(env, 'password', [{ address, email: 'other@example.com' }])).toBe(1)
  })

  test('does not block the owner’s browser by guessing from the owner’s own address', async () => {
    expect(await guess({}, 'password', from(1, 100))).toBe(20)
    expect(await guess({}, 'password', [{ address: '198.51.100.0', email, knownBrowser: 'hers' }])).toBe(1)
  })

  test('gets twenty tries a minute and forty an hour in the owner’s browser', async () => {
    const stolen = Array.from({ length: 60 }, (_, n) => ({
      address: `198.51.100.${n}`,
      email,
      knownBrowser: 'hers',
    }))
    expect(await guess({}, 'password', stolen)).toBe(20)
    await sql`delete from identity.attempt where key like 'attemptsPerKnownBrowser%'`.execute(database.db)
    expect(await guess({}, 'password', stolen)).toBe(20)
    await sql`delete from identity.attempt where key like 'attemptsPerKnownBrowser%'`.execute(database.db)
    expect(await guess({}, 'password', stolen)).toBe(0)
  })

  test('gets ten codes per 15 minutes from anywhere with the password; the owner’s browser has ten of its own', async () => {
    expect(await guess({}, 'code', from(200, 1))).toBe(10)
    const hers = { address: '203.0.113.1', email, knownBrowser: 'hers' }
    expect(
      await guess(
        {},
        'code',
        Array.from({ length: 20 }, () => hers),
      ),
    ).toBe(10)
  })
})

describe('Many people behind one address', () => {
  test('sign in simultaneously with sixty correct passwords', async () => {
    const rates = createRateLimits(database.db, readConfig({}))
    const responses = await Promise.all(
      Array.from({ length: 60 }, async (_, n) => {
        const who = { address: '198.51.100.7', email: `person${n}@example.com` }
        const attempt = await beginAttempt(rates, 'password', who)
        if (!('retryAfter' in attempt)) await attempt.succeeded()
        return attempt
      }),
    )
    expect(responses.filter((response) => 'retryAfter' in response)).toEqual([])
  })

  test('share two hundred attempts a minute of each kind, even when all succeed', async () => {
    const users = (address: string): Attempter[] =>
      Array.from({ length: 205 }, (_, n) => ({ address, email: `person${n}@example.com` }))
    expect(await guess({}, 'password', users('198.51.100.30'), 'succeeded')).toBe(200)
    expect(await guess({}, 'code', users('198.51.100.31'), 'succeeded')).toBe(200)
    expect(await guess({}, 'mailed-link', users('198.51.100.32'), 'succeeded')).toBe(200)
    expect(await guess({}, 'sign-up', users('198.51.100.30'), 'succeeded'), 'all kinds together').toBe(0)
  })

  test('get back attempts that the store could not make', async () => {
    const rates = createRateLimits(database.db, readConfig({}))
    for (let n = 0; n < 30; n += 1) {
      const attempt = await beginAttempt(rates, 'sign-up', { address: '198.51.100.7', email })
      expect(attempt).not.toHaveProperty('retryAfter')
      if (!('retryAfter' in attempt)) await attempt.dropped()
    }
    const left = await sql`select key from identity.attempt where points > 0`.execute(database.db)
    expect(left.rows).toEqual([])
  })
})

describe('Limits of sign-in', () => {
  test('stop guessing at one account from one address, with 429, Retry-After and the wait in the message', async () => {
    const email = newEmail()
    const { browser } = limited()
    await browser().signUp(email)
    for (const _ of [1, 2, 3])
      expect((await browser('198.51.100.9').signIn(email, 'wrong-guess')).status).toBe(401)
    const stopped = await browser('198.51.100.9').signIn(email.toUpperCase(), 'winding-road')
    expect(stopped.status).toBe(429)
    expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(stopped.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    expect(await stopped.json()).toMatchObject({
      message: expect.stringMatching(/Please wait \d+ seconds? and try again/),
    })
    expect((await browser('198.51.100.10').signIn(email)).status).toBe(200)
  })

  test('admit a known browser even at the attacker’s address, and count it separately', async () => {
    const email = newEmail()
    const { browser } = limited({ LIMIT_SIGN_IN_PER_MINUTE: '2' })
    const hers = browser('198.51.100.60')
    await hers.signUp(email)
    await hers.post('/auth/sign-out', {})
    for (const _ of [1, 2, 3, 4]) await browser('198.51.100.60').signIn(email, 'wrong-guess')
    expect((await browser('198.51.100.60').signIn(email)).status).toBe(429)
    const statuses = []
    for (const _ of [1, 2, 3]) statuses.push((await hers.signIn(email)).status)
    expect(statuses).toEqual([200, 200, 429])
  })

  test('accept neither a forged cookie nor another account’s as a known browser', async () => {
    const email = newEmail()
    const { browser } = limited({ LIMIT_SIGN_IN_PER_MINUTE: '1' })
    const owner = browser('198.51.100.61')
    await owner.signUp(email)
    const cookie = owner.cookies.get('driveline.known_accounts') ?? ''
    const [account, , until] = cookie.split('.')
    const attacker = browser('198.51.100.62')
    await attacker.signUp(newEmail())
    const own = attacker.cookies.get('driveline.known_accounts') ?? ''
    const ownSignature = own.split('.').at(-1)
    expect((await attacker.signIn(email, 'wrong-guess')).status).toBe(401)
    const forged = [
      own,
      `${account}.made-up.${until}.${ownSignature}`,
      `${own.replace(`.${ownSignature}`, '')}~${account}.made-up.${until}.${ownSignature}`,
      cookie.replace('.', '.x'),
      cookie.split('.').slice(0, 3).join('.'),
      '',
      '%',
      '.'.repeat(500),
    ]
    for (const text of forged) {
      attacker.cookies.set('driveline.known_accounts', text)
      expect((await attacker.signIn(email, 'wrong-guess')).status, text).toBe(429)
    }
    attacker.cookies.set('driveline.known_accounts', cookie)
    expect((await attacker.signIn(email, 'wrong-guess')).status, 'the owner’s own').toBe(401)
  })

  test('let the owner in after a reset by the mailed link', async () => {
    const email = newEmail()
    const { browser, mails } = limited({ LIMIT_SIGN_IN_PER_MINUTE: '1' })
    await browser('198.51.100.63').signUp(email)
    const owner = browser('198.51.100.64')
    await browser('198.51.100.64').signIn(email, 'wrong-guess')
    expect((await owner.signIn(email)).status).toBe(429)
    await owner.post('/auth/request-password-reset', { email })
    const token = linkIn(mails.at(-1)).searchParams.get('token')
    const reset = await owner.post('/auth/reset-password', { token, newPassword: 'a-new-road' })
    expect(reset.status, 'an address may still try links').toBe(200)
    expect((await owner.signIn(email, 'a-new-road')).status).toBe(200)
  })

  test('stop one address that tries many accounts; X-Forwarded-For does not help', async () => {
    const { identity } = limited()
    const guess = (n: number) => guessBehindProxy(identity, n, '198.51.100.20', `192.0.2.${n}`)
    const responses = []
    for (const n of [1, 2, 3, 4]) responses.push((await guess(n)).status)
    expect(responses).toEqual([401, 401, 401, 429])
  })

  test('count by the last X-Forwarded-For behind a trusted proxy, and IPv6 by its /64', async () => {
    const { identity } = limited({ TRUST_PROXY: '1' })
    const guess = (forwarded: string, n: number) => guessBehindProxy(identity, n, '10.0.0.1', forwarded)
    const responses = []
    for (const n of [1, 2, 3, 4]) responses.push((await guess(`192.0.2.${n}, 2001:db8:5:6::${n}`, n)).status)
    expect(responses).toEqual([401, 401, 401, 429])
    expect((await guess('2001:db8:5:6::1, 2001:db8:5:7::1', 5)).status).toBe(401)
  })

  test('count successful attempts too', async () => {
    const email = newEmail()
    const { browser } = limited()
    await browser().signUp(email)
    const statuses = []
    for (const _ of [1, 2, 3, 4]) statuses.push((await browser().signIn(email)).status)
    expect(statuses).toEqual([200, 200, 200, 429])
  })

  test('stop concurrent guesses', async () => {
    const email = newEmail()
    const { browser } = limited()
    await browser().signUp(email)
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, n) => browser('198.51.100.70').signIn(email, `guess-${n}`)),
    )
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(3)
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(7)
  })
})

describe('Limits of the other calls under /auth', () => {
  test('stop successful sign-ups, and the emails that they send', async () => {
    const { browser, mails } = limited({ LIMIT_SIGN_UP_PER_HOUR: '2' })
    const signUp = async (address: string) => (await browser(address).signUp(newEmail())).status
    const statuses = []
    for (const _ of [1, 2, 3]) statuses.push(await signUp('198.51.100.80'))
    expect(statuses).toEqual([200, 200, 429])
    expect(mails).toHaveLength(2)
    expect(await signUp('198.51.100.81')).toBe(200)
    const few = limited({ LIMIT_MAIL_PER_HOUR: '1' }).browser
    const mailed = []
    for (let n = 0; n < 6; n += 1) mailed.push((await few('198.51.100.82').signUp(newEmail())).status)
    expect(mailed, 'five emails from one address').toEqual([200, 200, 200, 200, 200, 429])
  })

  test('stop sign-ups that probe which emails have an account', async () => {
    const email = newEmail()
    const { browser } = limited({ LIMIT_MAIL_PER_HOUR: '100' })
    await browser().signUp(email)
    const responses = []
    for (const _ of [1, 2, 3, 4]) responses.push((await browser('198.51.100.50').signUp(email)).status)
    expect(responses).toEqual([422, 422, 422, 429])
  })

  test('stop flooding a mailbox, with or without an account', async () => {
    const email = newEmail()
    const { browser, mails } = limited()
    await browser().signUp(email)
    for (const to of [email, 'nobody@example.com']) {
      const responses = []
      for (const n of [1, 2, 3])
        responses.push(
          (await browser(`198.51.100.${n}`).post('/auth/request-password-reset', { email: to })).status,
        )
      expect(responses).toEqual([200, 200, 429])
    }
    expect(mails.filter(({ to }) => to === email)).toHaveLength(3)
  })

  test('leave a password reset possible after the limit of other emails', async () => {
    const email = newEmail()
    const { browser } = limited()
    await browser().signUp(email)
    for (const n of [1, 2, 3, 4]) {
      await browser(`198.51.100.${n}`).post('/auth/send-verification-email', { email })
      await browser(`198.51.100.${n}`).signUp(email)
    }
    expect((await browser('203.0.113.1').post('/auth/request-password-reset', { email })).status).toBe(200)
  })

  test.each([
    ['GET', '/auth/get-session'],
    ['GET', '/auth/verify-email?token=x'],
    ['GET', '/auth/google/done'],
    ['POST', '/auth/update-user'],
    ['POST', '/auth/revoke-sessions'],
    ['POST', '/auth/sign-out'],
    ['POST', '/auth/sign-in/email'],
    ['POST', '/auth/nothing-here'],
  ])('hold for %s %s, even for invalid requests', async (method, path) => {
    const { browser } = limited({ LIMIT_WRITES_PER_MINUTE: '1' })
    const attempt = async (address: string) => {
      const response = await (method === 'GET' ? browser(address).get(path) : browser(address).post(path, {}))
      return response.status === 429 ? response.headers.get('retry-after') : null
    }
    const responses = []
    for (let n = 0; n < 11; n += 1) responses.push(await attempt('198.51.100.90'))
    expect(responses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => null))
    expect(Number(responses[10])).toBeGreaterThan(0)
    expect(await attempt('198.51.100.91')).toBeNull()
  })
})

/** Guesses at the account of person `n`; `address` is the connection's, `forwarded` the X-Forwarded-For. */
const guessBehindProxy = (
  identity: TestIdentity['identity'],
  n: number,
  address: string,
  forwarded: string,
) =>
  identity.handle(
    new Request(`${APP_URL}/auth/sign-in/email`, {
      method: 'POST',
      body: JSON.stringify({ email: `guess${n}@example.com`, password: 'wrong-guess' }),
      headers: {
        'content-type': 'application/json',
        [TEST_ADDRESS]: address,
        'x-forwarded-for': forwarded,
      },
    }),
  )
