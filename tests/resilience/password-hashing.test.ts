import { availableParallelism } from 'node:os'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { createPasswordHashing, hashesAtOnce } from '#integrations/identity/password-hashing.ts'
import {
  identityForEachTest,
  linkIn,
  newEmail,
  testIdentity,
  type TestIdentity,
} from '../support/test-identity.ts'

let store: TestIdentity
identityForEachTest((fresh) => (store = fresh))

const PASSWORD = 'winding-road'
/** Work that only fills the queue. */
const FILLER = 'filler'

/** A store whose hashing can be blocked. */
function jammable() {
  let gate = Promise.resolve()
  const hashing = createPasswordHashing(
    {
      async hash(password) {
        await gate
        return password === FILLER ? password : hashPassword(password)
      },
      async verify(input) {
        await gate
        return verifyPassword(input)
      },
    },
    2,
  )
  const jammed = testIdentity(store.db, {}, undefined, hashing)
  /** Blocks hashing. Returns a function that unblocks it. */
  const block = () => {
    let open = () => {}
    gate = new Promise((resolve) => (open = resolve))
    return () => open()
  }
  /** Blocks two hashes and fills the queue. Returns a function that unblocks them. */
  const jam = () => {
    const open = block()
    const fillers = Array.from({ length: 42 }, (_, n) => hashing.hash(FILLER, `192.0.2.${n}`))
    return async () => {
      open()
      await Promise.all(fillers)
    }
  }
  return { ...jammed, hashing, block, jam }
}

describe('More concurrent passwords than can be checked', () => {
  test('get a 503 with Retry-After immediately, for any purpose, and change nothing', async () => {
    const { browser, mails, jam } = jammable()
    const email = newEmail()
    const newcomer = newEmail()
    const owner = browser()
    await owner.signUp(email)
    await owner.post('/auth/request-password-reset', { email })
    const token = linkIn(mails.at(-1)).searchParams.get('token')
    const mailsBefore = mails.length
    await sql`delete from identity.attempt`.execute(store.db)
    const printed = vi.spyOn(console, 'error').mockImplementation(() => {})

    const release = jam()
    const refused = {
      'sign in': await browser().signIn(email),
      'sign in, unknown': await browser().signIn(newEmail()),
      'sign up': await browser().signUp(newcomer),
      reset: await owner.post('/auth/reset-password', { token, newPassword: 'a-new-road' }),
      change: await owner.post('/auth/change-password', {
        currentPassword: PASSWORD,
        newPassword: 'a-new-road',
      }),
      enable: await owner.post('/auth/two-factor/enable', { password: PASSWORD }),
      disable: await owner.post('/auth/two-factor/disable', { password: PASSWORD }),
    }
    await release()

    for (const [what, response] of Object.entries(refused)) {
      expect(response.status, what).toBe(503)
      expect(Number(response.headers.get('retry-after')), what).toBeGreaterThan(0)
      expect(await response.json(), what).toMatchObject({
        message: expect.stringContaining('Nothing was changed'),
      })
    }
    const counted = await sql`select key from identity.attempt where points > 0`.execute(store.db)
    expect(counted.rows, 'an attempt that was not made does not count').toEqual([])
    expect(printed.mock.calls).toEqual([])
    printed.mockRestore()
    expect(mails).toHaveLength(mailsBefore)
    expect((await browser().signIn(email)).status).toBe(200)
    expect((await browser().signUp(newcomer)).status).toBe(200)
    const reset = await owner.post('/auth/reset-password', { token, newPassword: 'a-new-road' })
    expect(reset.status, 'the link was not used up').toBe(200)
  })

  test('do not delay the refusal of a link that was used, has expired or never was one', async () => {
    const { browser, mails, jam } = jammable()
    const email = newEmail()
    await browser().signUp(email)
    const tokens = ['made-up']
    for (const _ of ['used', 'expired']) {
      await browser().post('/auth/request-password-reset', { email })
      tokens.push(linkIn(mails.at(-1)).searchParams.get('token') ?? '')
    }
    const reset = (token = '') => browser().post('/auth/reset-password', { token, newPassword: 'a-new-road' })
    expect((await reset(tokens[1])).status).toBe(200)
    await sql`update identity.verification set "expiresAt" = now() - interval '1 second'`.execute(store.db)
    const release = jam()
    const statuses = await Promise.all(tokens.map(async (token) => (await reset(token)).status))
    await release()
    expect(statuses).toEqual([400, 400, 400])
  })

  test('do not delay anything that needs no password', async () => {
    const { browser, jam } = jammable()
    const owner = browser()
    await owner.signUp(newEmail())
    const release = jam()
    expect((await owner.get('/auth/get-session')).status).toBe(200)
    expect((await owner.post('/auth/update-user', { name: 'Ada' })).status).toBe(200)
    expect((await owner.post('/auth/sign-out', {})).status).toBe(200)
    await release()
  })
})

test('One address with many connections takes its part of the queue only: all others still sign in', async () => {
  const { browser, block, hashing } = jammable()
  const [owner, attacker] = [newEmail(), newEmail()]
  await browser('203.0.113.9').signUp(owner)
  const known = Array.from({ length: 18 }, () => browser('198.51.100.9'))
  await browser('198.51.100.9').signUp(attacker)
  for (const one of known) await one.signIn(attacker)
  const others = ['203.0.113.10', '203.0.113.11'].map((address) => browser(address))

  const release = block()
  const flood = [...known, ...known, ...known, ...known.slice(0, 6)].map((one) => one.signIn(attacker))
  const refused: Response[] = []
  for (const call of flood) void call.then((response) => refused.push(response))
  const underway = () => hashing.stats().running + hashing.stats().waiting
  await expect.poll(() => refused.length + underway()).toBe(60)
  expect(hashing.stats(), 'of one address').toMatchObject({ running: 2, waiting: 4 })
  for (const { status, headers } of refused) {
    expect(status).toBe(503)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  }
  const honest = [
    ...others.map((one) => one.signIn(owner)),
    ...others.map((one) => one.signUp(newEmail())),
    browser('198.51.100.10').signIn(owner),
  ]
  release()
  expect((await Promise.all(honest)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect((await Promise.all(flood)).filter(({ status }) => status === 200)).toHaveLength(6)
})

test('Forty concurrent sign-ups all open an account, and leave a processor to other requests', async () => {
  let running = 0
  let max = 0
  const counting = createPasswordHashing({
    async hash(password) {
      running += 1
      max = Math.max(max, running)
      return hashPassword(password).finally(() => (running -= 1))
    },
    verify: verifyPassword,
  })
  const { browser, mails } = testIdentity(store.db, {}, undefined, counting)
  const responses = await Promise.all(
    Array.from({ length: 40 }, (_, n) => browser(`198.51.100.${n}`).signUp(newEmail())),
  )
  expect(responses.filter(({ status }) => status !== 200)).toEqual([])
  expect(mails).toHaveLength(40)
  expect(max).toBe(hashesAtOnce(availableParallelism()))
})
