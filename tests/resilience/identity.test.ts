// Long because all tests use one pair of stores with one database, whose setup would otherwise be
// repeated.

import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteUnverifiedAccount } from '../../src/integrations/identity/delete-unverified-account.ts'
import { intentFor } from '../support/card-payments.ts'
import { requestPasswordReset, SHARED_SECRET, signUpIdentity, verificationCode } from '../support/identity.ts'
import { expectInvariants } from '../support/invariants.ts'
import { order, orderPaid, stockProduct } from '../support/orders.ts'
import { openSecondStore, openTestStore, type TestStore } from '../support/test-store.ts'
import { caller, issueAccessToken, newEmail, PASSWORD, signIn } from '../support/users.ts'

let here: TestStore
let there: TestStore
beforeAll(async () => {
  here = await openTestStore(SHARED_SECRET)
  there = await openSecondStore(here, SHARED_SECRET)
})
afterAll(async () => {
  await there.close()
  await here.close()
})

const reset = (store: TestStore, token: string, newPassword = 'a-new-road') =>
  caller(store)('POST', '/auth/reset-password', { token, newPassword })

const canSignIn = async (email: string, password: string) =>
  (await caller(there)('POST', '/auth/sign-in/email', { email, password })).status === 200

const whoIs = async (store: TestStore, cookie: string) =>
  (await caller(store)('GET', '/auth/get-session', undefined, { cookie })).body?.user ?? null

describe('A mailed link', () => {
  test('resets a password once, even with five concurrent requests at two processes', async () => {
    const email = newEmail()
    await signUpIdentity(here, email)
    const token = await requestPasswordReset(here, email)
    const responses = await Promise.all(
      [here, there, here, there, here].map((store, n) => reset(store, token, `new-road-${n}`)),
    )
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status, body } of responses.filter((response) => response.status !== 200))
      expect([status, body.detail]).toEqual([
        400,
        'This link was already used or is too old. Ask for a new one.',
      ])
    const winner = responses.findIndex(({ status }) => status === 200)
    expect(await canSignIn(email, `new-road-${winner}`)).toBe(true)
  })

  test('a reset link expires once the password was changed in another way', async () => {
    const email = newEmail()
    const cookie = await signUpIdentity(here, email)
    const token = await requestPasswordReset(here, email)
    const change = { currentPassword: PASSWORD, newPassword: 'changed-by-hand' }
    expect((await caller(there)('POST', '/auth/change-password', change, { cookie })).status).toBe(200)
    expect((await reset(here, token)).status).toBe(400)
    expect(await canSignIn(email, 'changed-by-hand')).toBe(true)
  })

  test('a link that was tampered with opens nothing', async () => {
    const [email, other] = [newEmail(), newEmail()]
    await signUpIdentity(here, email)
    await signUpIdentity(here, other)
    const token = await requestPasswordReset(here, email)
    const changed = token.startsWith('a') ? `b${token.slice(1)}` : `a${token.slice(1)}`
    for (const bad of [
      changed,
      `${token}a`,
      token.slice(1),
      token.toUpperCase().toLowerCase() + 'x',
      'reset-password',
      '%00',
    ])
      expect((await reset(here, bad)).status).toBeGreaterThanOrEqual(400)
    expect(await canSignIn(other, PASSWORD)).toBe(true)
    expect((await reset(there, token)).status).toBe(200)
    expect(await canSignIn(other, PASSWORD), 'the other account is unchanged').toBe(true)
  })

  const open = (query: Record<string, string>, cookie = '') =>
    fetch(`${there.url}/auth/verify-email?${new URLSearchParams(query)}`, {
      redirect: 'manual',
      headers: { cookie },
    })
  const where = (response: Response) => response.headers.get('location')

  test('a verification link verifies only its account, and only unmodified', async () => {
    const [email, other] = [newEmail(), newEmail()]
    const cookie = await signUpIdentity(here, email)
    const otherCookie = await signUpIdentity(here, other)
    const code = await verificationCode(here, email)
    const verified = async () => {
      const proof = await caller(here)('GET', '/auth/get-session', undefined, { cookie })
      return proof.body.user.emailVerified
    }
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const forged = `${part({ alg: 'HS256' })}.${part({ email, exp: 9_999_999_999 })}.${'x'.repeat(43)}`
    const unsigned = `${part({ alg: 'none' })}.${part({ email, exp: 9_999_999_999 })}.`
    for (const wrong of [
      { code: `${code.slice(0, -2)}xx` },
      { code: '' },
      { code: email },
      { token: forged },
      { token: unsigned },
    ]) {
      const response = await open({ ...wrong, callbackURL: '/login?verified=1' }, cookie)
      expect(where(response)).toBe('/login?verified=1&error=INVALID_TOKEN')
    }
    // The database has its hash only, and it leads where we say.
    const { rows } =
      await sql`select from identity.verification where identifier || value like ${`%${code}%`}`.execute(
        here.db,
      )
    expect(rows).toEqual([])
    expect(await verified()).toBe(false)
    expect(where(await open({ code, callbackURL: 'https://evil.example' }, cookie))).toBe(
      '/signed-in?verified=1',
    )
    expect(await verified()).toBe(true)
    expect(where(await open({ code })), 'a second use changes nothing and shows an error').toBe(
      '/login?verified=1&before=1',
    )
    expect(await canSignIn(email, PASSWORD)).toBe(true)
    expect(
      (await caller(here)('GET', '/auth/get-session', undefined, { cookie: otherCookie })).body.user
        .emailVerified,
    ).toBe(false)
  })
})

describe('A link to verify an email', () => {
  const open = (link: string, cookie = '') => fetch(link, { redirect: 'manual', headers: { cookie } })
  const linkFor = async (email: string) =>
    `${there.url}/auth/verify-email?code=${await verificationCode(here, email)}`

  test('opened by the true owner gives the account with a new password: the stranger’s sessions, tokens and password end immediately, in every process', async () => {
    const email = newEmail()
    const cookie = await signUpIdentity(here, email, 'strangers-word')
    const { token, cookie: otherCookie } = await issueAccessToken(here, email, 'strangers-word')
    expect((await caller(there, token)('GET', `/user/${email}`)).body.emailVerified).toBe(false)

    const code = await verificationCode(here, email)
    const opened = await open(await linkFor(email))
    expect([opened.status, opened.headers.get('location')]).toEqual([302, `/verify-email?code=${code}`])
    expect(opened.headers.getSetCookie(), 'it opens no session').toEqual([])
    expect((await caller(there, token)('GET', `/user/${email}`)).body.emailVerified).toBe(false)

    const claimed = { code, name: 'Vera Owner', newPassword: 'owners-own-word' }
    expect((await caller(there)('POST', '/auth/claim-account', claimed)).status).toBe(200)
    for (const store of [here, there]) {
      expect([await whoIs(store, cookie), await whoIs(store, otherCookie)]).toEqual([null, null])
      expect((await caller(store, token)('POST', '/review', { rating: 5 })).status).toBe(401)
    }
    expect((await caller(there)('PUT', `/user/${email}`, {}, { cookie })).status).toBe(401)
    expect(await canSignIn(email, 'strangers-word')).toBe(false)
    const account = await here.db.selectFrom('accounts').selectAll().where('email', '=', email).execute()
    expect(account, 'verified without another sign-in').toMatchObject([
      { email_verified: true, name: 'Vera Owner' },
    ])
    expect(await canSignIn(email, 'owners-own-word')).toBe(true)
    expect((await open(await linkFor(email))).headers.get('location')).toBe('/login?verified=1&before=1')
  })

  test('opened in a browser that is signed in verifies, and ends no session', async () => {
    const email = newEmail()
    const cookie = await signUpIdentity(here, email)
    const other = await issueAccessToken(here, email, PASSWORD)
    expect((await open(await linkFor(email), cookie)).headers.get('location')).toBe('/signed-in?verified=1')
    for (const session of [cookie, other.cookie])
      expect(await whoIs(here, session)).toMatchObject({ email, emailVerified: true })
    expect((await caller(there, other.token)('GET', `/user/${email}`)).body.emailVerified).toBe(true)
    expect(await canSignIn(email, PASSWORD)).toBe(true)
  })

  test('opened in a browser of another account changes neither', async () => {
    const [email, else_] = [newEmail(), newEmail()]
    const cookie = await signUpIdentity(here, email)
    const elseCookie = await signUpIdentity(here, else_)
    expect((await open(await linkFor(email), elseCookie)).headers.get('location')).toContain('/verify-email?')
    expect(await whoIs(here, elseCookie)).toMatchObject({ email: else_, emailVerified: false })
    expect(await whoIs(here, cookie)).toMatchObject({ email, emailVerified: false })
  })

  test('used to claim the account while an admin promotes it: in either order, the stranger is not an admin', async () => {
    const admin = await signIn(here, { admin: true })
    for (const _round of [1, 2, 3, 4]) {
      const email = newEmail()
      await signUpIdentity(here, email, 'strangers-word')
      const stranger = await issueAccessToken(here, email, 'strangers-word')
      const code = await verificationCode(here, email)
      const claimed = { code, name: 'Vera Owner', newPassword: 'owners-own-word' }
      const [promoted] = await Promise.all([
        admin.call('PUT', `/user/admin/${email}`),
        caller(there)('POST', '/auth/claim-account', claimed),
        caller(here)('PUT', `/user/${email}`, {}, { cookie: stranger.cookie }),
      ])
      expect([200, 409]).toContain(promoted.status)
      const call = caller(here, stranger.token)
      expect((await call('PUT', `/user/admin/${email}`)).status).toBe(401)
      expect(
        (await caller(here)('PUT', `/user/${email}`, {}, { cookie: stranger.cookie })).status,
        'no new token either',
      ).toBe(401)
      const account = await here.db.selectFrom('accounts').selectAll().where('email', '=', email).execute()
      expect(account).toMatchObject([
        { email_verified: true, role: promoted.status === 200 ? 'admin' : 'customer' },
      ])
    }
  })
})

describe('A stranger who opened an account with another person’s email', () => {
  test('loses it at the owner’s reset, in every process; the owner gets the orders, but nothing that the stranger has set', async () => {
    const email = newEmail()
    const cookie = await signUpIdentity(here, email, 'squatters-word')
    const { token } = await issueAccessToken(here, email, 'squatters-word')
    const squatter = caller(there, token)
    const profile = {
      education: 'x',
      address: '1 Secret Street',
      phone: '555-0100',
      linkedIn: 'https://linkedin.com/in/x',
    }
    expect((await squatter('PUT', `/updateUser/${email}`, profile)).status).toBe(200)
    const placed = await order(
      { email, name: 'Robin', password: 'squatters-word', token, cookie, call: squatter },
      await stockProduct(here),
    )

    expect((await reset(here, await requestPasswordReset(here, email), 'owners-own-word')).status).toBe(200)

    expect((await squatter('POST', '/review', { rating: 5 })).status).toBe(401)
    expect((await caller(there)('PUT', `/user/${email}`, {}, { cookie })).status).toBe(401)
    expect(await canSignIn(email, 'squatters-word')).toBe(false)
    const owner = caller(there, (await issueAccessToken(there, email, 'owners-own-word')).token)
    expect((await owner('GET', `/order/${email}`)).body).toMatchObject([{ _id: placed }])
    const shown = (await owner('GET', `/user/${email}`)).body
    expect(shown).toMatchObject({ email, emailVerified: true })
    expect(JSON.stringify(shown)).not.toContain('Secret')
    expect((await owner('DELETE', `/order/${placed}`)).status).toBe(200)
  })

  test('loses it when the owner deletes it: unpaid orders are deleted, their payment is canceled, their pieces are free', async () => {
    const email = newEmail()
    const cookie = await signUpIdentity(here, email, 'squatters-word')
    const { token } = await issueAccessToken(here, email, 'squatters-word')
    const squatter = caller(there, token)
    const productId = await stockProduct(here)
    const stock = async () => (await caller(here, token)('GET', `/product/${productId}`)).body.available
    const before = await stock()
    const person = { email, name: 'Robin', password: 'squatters-word', token, cookie, call: squatter }
    const orders = [await order(person, productId), await order(person, productId)]
    expect(await stock()).toBeLessThan(before)
    await intentFor(person, orders[0] ?? '')

    const code = await verificationCode(here, email)
    const removed = await caller(there)('POST', '/auth/delete-unverified-account', { code })
    expect([removed.status, removed.body]).toEqual([200, { status: true }])

    expect((await squatter('POST', '/review', { rating: 5 })).status).toBe(401)
    expect((await caller(there)('PUT', `/user/${email}`, {}, { cookie })).status).toBe(401)
    expect(await canSignIn(email, 'squatters-word')).toBe(false)
    const left = await sql<{
      deleted: boolean
      hold: string
      payments: string | null
      name: string
      email: string
    }>`
      select o.deleted_at is not null as deleted, hold, a.name, a.email,
        (select string_agg(state, ',') from payments where order_id = o.id) as payments
      from orders o join accounts a on a.id = o.account_id where o.product_id = ${productId} order by payments`.execute(
      here.db,
    )
    const nameless = {
      name: 'Deleted account',
      email: expect.stringMatching(/^deleted-.*@deleted\.invalid$/),
    }
    expect(left.rows).toEqual([
      { deleted: true, hold: 'released', payments: 'canceled', ...nameless },
      { deleted: true, hold: 'released', payments: null, ...nameless },
    ])
    const owner = await signUpIdentity(there, email)
    const own = (await caller(here)('PUT', `/user/${email}`, {}, { cookie: owner })).body
    expect(own.account).toMatchObject({ email, name: 'Robin', emailVerified: false })
    expect((await caller(here, own.token)('GET', `/order/${email}`)).body).toEqual([])
    expect((await caller(here, own.token)('GET', `/product/${productId}`)).body.available).toBe(before)
    await expectInvariants(here.databaseUrl)
  })

  test('with a paid order keeps the account until its owner takes it over: nothing is deleted', async () => {
    const email = newEmail()
    const cookie = await signUpIdentity(here, email)
    const { token } = await issueAccessToken(here, email, PASSWORD)
    const call = caller(here, token)
    const person = { email, name: 'Robin', password: PASSWORD, token, cookie, call }
    const paid = await orderPaid(here, person, await stockProduct(here))
    const unpaid = await order(person, await stockProduct(here))
    const code = await verificationCode(here, email)
    const refused = await caller(there)('POST', '/auth/delete-unverified-account', { code })
    expect([refused.status, refused.body.code]).toEqual([409, 'order_is_paid'])
    const { id } = await whoIs(here, cookie)
    expect(await deleteUnverifiedAccount(here.db, id), 'an order placed at that moment').toBe(false)
    const mine = (await call('GET', `/order/${email}`)).body.map(({ _id }: { _id: string }) => _id)
    expect(mine).toEqual(expect.arrayContaining([paid, unpaid]))
    expect(await whoIs(here, cookie)).toMatchObject({ email, emailVerified: false })
  })

  test('cannot restore the email by a token that is being issued at that moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const email = newEmail()
      const cookie = await signUpIdentity(here, email, 'squatters-word')
      const link = await requestPasswordReset(here, email)
      const takes = Array.from({ length: 12 }, async () => {
        await delay(Math.random() * 120)
        return caller(there)('PUT', `/user/${email}`, {}, { cookie })
      })
      const [done, ...taken] = await Promise.all([reset(here, link, 'owners-own-word'), ...takes])
      expect(done.status).toBe(200)
      for (const { status, body } of taken) {
        expect([200, 401, 403]).toContain(status)
        if (status === 200)
          expect((await caller(there, body.token)('POST', '/review', { rating: 5 })).status).toBe(401)
      }
      const owner = await issueAccessToken(there, email, 'owners-own-word')
      expect((await caller(here, owner.token)('GET', `/user/${email}`)).body.emailVerified).toBe(true)
    }
  })
})

describe('Revocation', () => {
  test('ends every token at a logout, even one that is being issued concurrently', async () => {
    for (let round = 0; round < 5; round += 1) {
      const person = await signIn(here)
      const { cookie, email } = person
      const takes = Array.from({ length: 12 }, async () => {
        await delay(Math.random() * 15)
        return caller(there)('PUT', `/user/${email}`, {}, { cookie })
      })
      const [out, ...taken] = await Promise.all([
        delay(Math.random() * 15).then(() => caller(here)('POST', '/auth/sign-out', {}, { cookie })),
        ...takes,
      ])
      expect(out.status).toBe(200)
      const tokens = [
        person.token,
        ...taken.filter(({ status }) => status === 200).map(({ body }) => body.token),
      ]
      for (const { status } of taken) expect([200, 401]).toContain(status)
      for (const token of tokens)
        expect((await caller(there, token)('POST', '/review', { rating: 5 })).status).toBe(401)
    }
  })

  test('ends the sessions and tokens of a confirmed account in both processes immediately at a reset', async () => {
    const person = await signIn(here)
    const elsewhere = await issueAccessToken(there, person.email, PASSWORD)
    expect((await reset(there, await requestPasswordReset(here, person.email))).status).toBe(200)
    for (const store of [here, there])
      for (const { token, cookie } of [person, elsewhere]) {
        expect((await caller(store, token)('POST', '/review', { rating: 5 })).status).toBe(401)
        expect((await caller(store)('PUT', `/user/${person.email}`, {}, { cookie })).status).toBe(401)
      }
  })
})

describe('One email is one account', () => {
  test('one email is one account however it is typed', async () => {
    const email = newEmail()
    await signUpIdentity(here, email)
    const again = async (typed: string) =>
      (
        await caller(there)('POST', '/auth/sign-up/email', {
          name: 'Robin',
          email: typed,
          password: PASSWORD,
        })
      ).status
    for (const typed of [
      email.toUpperCase(),
      `  ${email}\t`,
      `\u00A0${email}\u00A0`,
      email.replace('p', 'P'),
    ])
      expect(await again(typed), JSON.stringify(typed)).toBe(422)
    expect(await canSignIn(` ${email.toUpperCase()} `, PASSWORD)).toBe(true)
  })

  test('an email with letters that only look alike is refused, with the form’s message', async () => {
    const email = `kira.${newEmail()}`
    await signUpIdentity(here, email)
    const lookAlikes = [
      email.replace('k', '\u212A'),
      email.replace('i', '\u0456'),
      email.replace('a', '\u0430'),
      email.replace('people', 'pe\u043Eple'),
      email.replace('.', '\u3002'),
      email.replace('@', '\uFF20'),
      email.replace('kira', 'ki\u200Bra'),
      email.replace('i', 'i\u0307'),
      email.replace('i', '\u0130'),
    ]
    for (const typed of lookAlikes) {
      const response = await caller(here)('POST', '/auth/sign-up/email', {
        name: 'R',
        email: typed,
        password: PASSWORD,
      })
      expect([response.status, response.body.detail], JSON.stringify(typed)).toEqual([
        422,
        'Provide a Valid Email',
      ])
    }
  })

  test('an email with another tag or dot is another account: their meaning is up to the mail host', async () => {
    const email = newEmail()
    for (const another of [email, email.replace('@', '+parts@'), `x.${email}`])
      expect(await signUpIdentity(here, another)).toContain('session_token')
  })
})
