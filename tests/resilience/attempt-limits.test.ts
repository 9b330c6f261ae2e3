import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../support/test-database.ts'
import { CLIENT_ADDRESS_HEADER } from '#integrations/identity/client-address.ts'
import { APP_URL, someone, testIdentity, type TestIdentity } from '#integrations/identity/test-identity.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** Guesses at the account of person `n`; `address` is who speaks to the store, `forwarded` for whom they say it is. */
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
        [CLIENT_ADDRESS_HEADER]: address,
        'x-forwarded-for': forwarded,
      },
    }),
  )

describe('Limits', () => {
  const limited = (env = {}) =>
    testIdentity(database.db, { LIMIT_SIGN_IN_PER_MINUTE: '3', LIMIT_MAIL_PER_HOUR: '2', ...env })

  test('stop guessing at one account from many addresses, with 429 and Retry-After', async () => {
    const email = someone()
    const { browser } = limited()
    await browser().signUp(email)
    for (const n of [1, 2, 3])
      expect((await browser(`198.51.100.${n}`).signIn(email, 'wrong-guess')).status).toBe(401)
    const stopped = await browser('198.51.100.9').signIn(email.toUpperCase(), 'winding-road')
    expect(stopped.status).toBe(429)
    expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(stopped.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    expect(await stopped.json()).toMatchObject({ message: expect.stringContaining('Please wait') })
  })

  test('stop one address that tries many accounts; X-Forwarded-For does not help', async () => {
    const { identity } = limited()
    const guess = (n: number) => guessBehindProxy(identity, n, '198.51.100.20', `192.0.2.${n}`)
    const answers = []
    for (const n of [1, 2, 3, 4]) answers.push((await guess(n)).status)
    expect(answers).toEqual([401, 401, 401, 429])
  })

  test('count by the last X-Forwarded-For behind a trusted proxy', async () => {
    const { identity } = limited({ TRUST_PROXY: '1' })
    const guess = (forwarded: string, n: number) => guessBehindProxy(identity, n, '10.0.0.1', forwarded)
    const answers = []
    for (const n of [1, 2, 3, 4]) answers.push((await guess(`192.0.2.${n}, 198.51.100.30`, n)).status)
    expect(answers).toEqual([401, 401, 401, 429])
    expect((await guess('198.51.100.30, 198.51.100.31', 5)).status).toBe(401)
  })

  test('do not count what was right', async () => {
    const email = someone()
    const { browser } = limited()
    await browser().signUp(email)
    for (const _ of [1, 2, 3, 4, 5]) expect((await browser().signIn(email)).status).toBe(200)
  })

  test('stop many guesses at once, too', async () => {
    const email = someone()
    const { browser } = limited()
    await browser().signUp(email)
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => browser(`198.51.100.${n}`).signIn(email, `guess-${n}`)),
    )
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(3)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(7)
  })

  test('stop asking which e-mails have an account by signing up', async () => {
    const email = someone()
    const { browser } = limited()
    await browser().signUp(email)
    const answers = []
    for (const _ of [1, 2, 3, 4]) answers.push((await browser('198.51.100.50').signUp(email)).status)
    expect(answers).toEqual([422, 422, 422, 429])
  })

  test('stop filling someone’s mailbox, whether or not they have an account', async () => {
    const email = someone()
    const { browser, mails } = limited()
    await browser().signUp(email)
    for (const to of [email, 'nobody@example.com']) {
      const answers = []
      for (const n of [1, 2, 3])
        answers.push(
          (await browser(`198.51.100.${n}`).post('/auth/request-password-reset', { email: to })).status,
        )
      expect(answers).toEqual([200, 200, 429])
    }
    expect(mails.filter(({ to }) => to === email)).toHaveLength(3)
  })
})
