// Long because every way to prove an email is tried on one database, whose setup would otherwise be repeated.

import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { countWaiting } from '../../../tests/support/queue-behind-lock.ts'
import {
  accessTokensOf,
  APP_URL,
  type Browser,
  codeIn,
  giveAccessToken,
  identityForEachTest,
  linkIn,
  newEmail,
  switchOn,
  testIdentity,
  type TestIdentity,
} from '../../../tests/support/test-identity.ts'

let store: TestIdentity
identityForEachTest((fresh) => (store = fresh))

const newestMail = (email: string) => store.mails.findLast(({ to }) => to === email)
const linkOf = (email: string) => {
  const { pathname, search } = linkIn(newestMail(email))
  return pathname + search
}
const linkCode = (email: string) => linkIn(newestMail(email)).searchParams.get('code') ?? ''
const wrongCode = (email: string) => (codeIn(newestMail(email)) === '000000' ? '000001' : '000000')
const type = (browser: Browser, code: string) => browser.post('/auth/email-otp/verify-email', { code })
const leadsTo = async (browser: Browser, link: string) => (await browser.get(link)).headers.get('location')

/** Someone who signed up, with a profile, an access token, two sessions, an address, a car and a cart. */
async function signedUp(name = 'Ada Byron') {
  const email = newEmail()
  const [laptop, tablet] = [store.browser(), store.browser()]
  await laptop.signUp(email, 'winding-road', name)
  await tablet.signIn(email)
  const proof = await laptop.proof()
  if (!proof) throw new Error('Not signed in')
  await giveAccessToken(store.db, proof)
  await fillAccount(proof.subject)
  return { email, laptop, tablet, id: proof.subject }
}

async function fillAccount(id: string) {
  await sql`insert into addresses (account_id, place, name, line1, city, region, postal, country, phone, is_default)
    values (${id}, 1, 'A Stranger', '1 Strange Street', 'Peoria', 'IL', '61602', 'US', '+12175550100', true)`.execute(
    store.db,
  )
  await sql`insert into garage_vehicles (account_id, place, make, model, year, chosen)
    values (${id}, 1, 'Honda', 'Civic', 2012, true)`.execute(store.db)
  await sql`insert into carts (account_id) values (${id})`.execute(store.db)
}

/** What the account has: to compare before and after. */
async function belongingsOf(id: string) {
  const { rows } = await sql<Record<string, unknown>>`
    select u.name, a.name as profile, a.address, (select count(*)::int from identity.session where "userId" = u.id) as sessions,
      (select string_agg(password, ',') from identity.account where "userId" = u.id) as password,
      (select count(*)::int from addresses where account_id = u.id) as addresses,
      (select count(*)::int from garage_vehicles where account_id = u.id) as cars,
      (select count(*)::int from carts where account_id = u.id) as carts
    from identity."user" u join accounts a on a.id = u.id where u.id = ${id}`.execute(store.db)
  return { ...rows[0], tokens: await accessTokensOf(store.db, id) }
}

const NOTHING_LEFT = { addresses: 0, cars: 0, carts: 0 }

async function isVerified(id: string) {
  const { rows } = await sql<{ both: boolean[] }>`
    select array[u."emailVerified", a.email_verified] as both
    from identity."user" u join accounts a on a.id = u.id where u.id = ${id}`.execute(store.db)
  return rows[0]?.both
}

describe('The code of a verification email', () => {
  test('verifies where it is typed by someone who is signed in, and nothing else changes', async () => {
    const { email, laptop, tablet, id } = await signedUp()
    const before = await belongingsOf(id)
    const code = codeIn(newestMail(email))
    expect(code).toMatch(/^\d{6}$/)
    expect((await type(laptop, ` ${code.slice(0, 3)} ${code.slice(3)} `)).status).toBe(200)
    expect(await isVerified(id)).toEqual([true, true])
    expect(await belongingsOf(id)).toEqual(before)
    expect(await tablet.proof()).toMatchObject({ emailVerified: true })
    expect((await type(tablet, code)).status, 'a second tab').toBe(200)
    expect(await leadsTo(store.browser(), linkOf(email))).toBe('/login?verified=1&before=1')
  })

  test('works for its own account only, and only with a session', async () => {
    const [one, other] = [await signedUp(), await signedUp()]
    const code = codeIn(newestMail(one.email))
    expect((await type(store.browser(), code)).status).toBe(401)
    if (code !== codeIn(newestMail(other.email))) expect((await type(other.laptop, code)).status).toBe(400)
    expect([await isVerified(one.id), await isVerified(other.id)]).toEqual([
      [false, false],
      [false, false],
    ])
  })

  test.each(['', '12345', '1234567', 'abcdef', '12345６', '0x1234'])('%j is not one', async (code) => {
    const { laptop, id } = await signedUp()
    expect((await type(laptop, code)).status).toBe(422)
    expect(await isVerified(id)).toEqual([false, false])
  })

  test('does not work after five wrong ones, nor after ten minutes, nor once there is a newer one', async () => {
    const { email, laptop, id } = await signedUp()
    const first = codeIn(newestMail(email))
    for (let tries = 0; tries < 5; tries += 1) {
      const wrong = await type(laptop, wrongCode(email))
      expect(wrong.status).toBe(400)
      expect(await wrong.json()).toMatchObject({ message: expect.stringContaining('That code is not right') })
    }
    const late = await type(laptop, first)
    expect(late.status).toBe(403)
    expect(await late.json()).toMatchObject({ message: expect.stringContaining('Too many wrong codes') })

    await laptop.post('/auth/send-verification-email', { email })
    const second = codeIn(newestMail(email))
    await laptop.post('/auth/send-verification-email', { email })
    if (second !== codeIn(newestMail(email))) expect((await type(laptop, second)).status).toBe(400)
    await sql`update identity.verification set "expiresAt" = now() - interval '1 second'`.execute(store.db)
    expect((await type(laptop, codeIn(newestMail(email)))).status).toBe(400)
    expect(await isVerified(id)).toEqual([false, false])

    await laptop.post('/auth/send-verification-email', { email })
    expect((await type(laptop, codeIn(newestMail(email)))).status).toBe(200)
  })

  test('is guessed at most twenty times a day, however many emails are sent', async () => {
    const strict = testIdentity(store.db, { LIMIT_MAIL_PER_HOUR: '100' })
    const email = newEmail()
    const browser = strict.browser()
    await browser.signUp(email)
    const statuses: number[] = []
    for (let tries = 0; tries < 22; tries += 1) {
      if (tries % 5 === 0) await browser.post('/auth/send-verification-email', { email })
      const right = codeIn(strict.mails.at(-1))
      statuses.push((await type(browser, right === '000000' ? '000001' : '000000')).status)
    }
    expect(statuses.slice(0, 20).every((status) => status === 400)).toBe(true)
    expect(statuses.slice(20)).toEqual([429, 429])
  })

  test('typed ten times at once is judged at most five times', async () => {
    const { email, laptop } = await signedUp()
    await Promise.all(Array.from({ length: 10 }, () => type(laptop, wrongCode(email))))
    const { rows } = await sql<{ value: string }>`
      select value from identity.verification where "expiresAt" < now() + interval '11 minutes'
      and value like '%:%' order by "createdAt" desc`.execute(store.db)
    expect(Number(rows[0]?.value.split(':').at(-1) ?? 0)).toBeLessThanOrEqual(5)
  })

  test('is stored as a hash that cannot be tried without the store’s secret', async () => {
    const { email } = await signedUp()
    const code = codeIn(newestMail(email))
    const plain = await sql<{ hash: string }>`
      select rtrim(translate(encode(sha256(${code}::bytea), 'base64'), '+/', '-_'), '=') as hash`.execute(
      store.db,
    )
    const { rows } = await sql<{ value: string }>`select value from identity.verification`.execute(store.db)
    for (const { value } of rows) {
      expect(value).not.toContain(code)
      expect(value).not.toContain(plain.rows[0]?.hash)
    }
  })
})

describe('The link of a verification email', () => {
  test('opened by mail filters and other browsers, any number of times, changes nothing', async () => {
    const [{ email, laptop, tablet, id }, other] = [await signedUp(), await signedUp()]
    const before = await belongingsOf(id)
    const page = `/verify-email?code=${linkCode(email)}`
    for (const browser of [store.browser(), store.browser(), other.laptop])
      expect(await leadsTo(browser, linkOf(email))).toBe(page)
    const head = await store.identity.handle(
      new Request(APP_URL + linkOf(email), { method: 'HEAD', headers: { cookie: laptop.cookie } }),
    )
    expect(head.status).toBe(405)
    const shown = await store.browser().get(`/auth/unverified-account?code=${linkCode(email)}`)
    expect([shown.status, await shown.json()]).toEqual([200, { email }])
    expect(await isVerified(id)).toEqual([false, false])
    expect(await belongingsOf(id)).toEqual(before)
    expect(await tablet.proof()).not.toBeNull()
    expect(await other.laptop.proof()).toMatchObject({ email: other.email, emailVerified: false })
  })

  test('opened where the account is signed in verifies, and nothing is removed', async () => {
    const { email, laptop, tablet, id } = await signedUp()
    const before = await belongingsOf(id)
    expect(await leadsTo(laptop, linkOf(email))).toBe('/signed-in?verified=1')
    expect(await isVerified(id)).toEqual([true, true])
    expect(await belongingsOf(id)).toEqual(before)
    expect(await tablet.proof()).toMatchObject({ emailVerified: true })
    expect(await leadsTo(laptop, linkOf(email))).toBe('/login?verified=1&before=1')
  })

  test('opened elsewhere, the password that was chosen signs in, and the link then verifies; nothing is removed', async () => {
    const { email, laptop, id } = await signedUp()
    const { address, password } = (await belongingsOf(id)) as Record<string, unknown>
    const phone = store.browser()
    await leadsTo(phone, linkOf(email))
    expect((await phone.signIn(email, 'not-this-one')).status).toBe(401)
    expect(await isVerified(id)).toEqual([false, false])
    expect((await phone.signIn(email)).status).toBe(200)
    expect(await leadsTo(phone, linkOf(email))).toBe('/signed-in?verified=1')
    expect(await isVerified(id)).toEqual([true, true])
    expect(await belongingsOf(id)).toMatchObject({ address, password, sessions: 3, name: 'Ada Byron' })
    expect(await laptop.proof()).toMatchObject({ emailVerified: true })
  })

  test('does not verify for a password without the second factor', async () => {
    const { email, laptop, id } = await signedUp()
    await switchOn(laptop)
    const phone = store.browser()
    expect(await (await phone.signIn(email)).json()).toMatchObject({ twoFactorRedirect: true })
    expect(await leadsTo(phone, linkOf(email))).toContain('/verify-email?')
    expect(await isVerified(id)).toEqual([false, false])
  })

  test.each(['', 'code=', 'code=dead', 'token=x', 'code=%00', `code=${'x'.repeat(2000)}`])(
    'with %j leads to the login page, which says that it is dead',
    async (query) => {
      expect(await leadsTo(store.browser(), `/auth/verify-email?${query}`)).toBe(
        '/login?verified=1&error=INVALID_TOKEN',
      )
    },
  )
})

describe('The owner of the mailbox, who never signed up', () => {
  const claim = (code: string, change: object = {}) =>
    store.browser().post('/auth/claim-account', {
      code,
      name: 'Vera Owner',
      newPassword: 'owners-own-word',
      ...change,
    })

  test('takes over the account with a new password; the stranger and the stranger’s name are gone', async () => {
    const { email, laptop, tablet, id } = await signedUp('Call +1 900 555 0100 to unlock')
    await sql`insert into reviews (account_id, name, rating) values (${id}, 'Call +1 900 555 0100 to unlock', 5)`.execute(
      store.db,
    )
    expect((await claim(linkCode(email))).status).toBe(200)
    expect([await laptop.proof(), await tablet.proof()]).toEqual([null, null])
    expect((await store.browser().signIn(email, 'winding-road')).status).toBe(401)
    const owner = store.browser()
    expect((await owner.signIn(email, 'owners-own-word')).status).toBe(200)
    expect(await owner.proof()).toMatchObject({ name: 'Vera Owner', emailVerified: true, subject: id })
    expect(await belongingsOf(id)).toMatchObject({
      profile: 'Vera Owner',
      address: null,
      tokens: 0,
      ...NOTHING_LEFT,
    })
    const reviews = await sql`select name from reviews where account_id = ${id}`.execute(store.db)
    expect(reviews.rows).toEqual([{ name: 'Vera Owner' }])
  })

  test('takes it over once, however often the form is sent, and not after it was verified', async () => {
    const { email } = await signedUp()
    const code = linkCode(email)
    const statuses = (await Promise.all([claim(code), claim(code), claim(code)])).map(({ status }) => status)
    expect(statuses).toContain(200)
    const again = await claim(code, { newPassword: 'another-word-9' })
    expect(again.status).toBe(409)
    expect(await again.json()).toMatchObject({ code: 'EMAIL_ALREADY_VERIFIED' })
    expect((await store.browser().signIn(email, 'owners-own-word')).status).toBe(200)
  })

  test.each([
    ['no name', { name: ' ' }, 422],
    ['a common password', { newPassword: 'password1' }, 422],
    ['a short password', { newPassword: '12345' }, 422],
    ['an unknown code', { code: 'AAAAAAAAAAAAAAAAAAAAAA' }, 400],
    ['no code', { code: '' }, 422],
  ])('is told when there is %s, and nothing is lost', async (_what, change, status) => {
    const { email, laptop, id } = await signedUp()
    const before = await belongingsOf(id)
    expect((await claim(linkCode(email), change)).status).toBe(status)
    expect(await belongingsOf(id)).toEqual(before)
    expect(await laptop.proof()).toMatchObject({ emailVerified: false })
  })

  test('resets the password by mail: the account is named after the address, not by the stranger', async () => {
    const { email, id } = await signedUp('Call +1 900 555 0100 to unlock')
    await store.browser().post('/auth/request-password-reset', { email })
    const token = linkIn(newestMail(email)).searchParams.get('token')
    await store.browser().post('/auth/reset-password', { token, newPassword: 'owners-own-word' })
    const name = email.replace(/@.*/, '')
    expect(await belongingsOf(id)).toMatchObject({ name, profile: name, address: null, ...NOTHING_LEFT })
  })

  test('deletes the account, and can sign up with the address later, when the old link is dead', async () => {
    const { email, laptop, id } = await signedUp()
    const code = linkCode(email)
    const remove = () => store.browser().post('/auth/delete-unverified-account', { code })
    const statuses = (await Promise.all([remove(), remove()])).map(({ status }) => status)
    expect(statuses).toContain(200)
    expect(await laptop.proof()).toBeNull()
    const left = await sql`select from accounts where id = ${id} or email = ${email}`.execute(store.db)
    expect(left.rows).toEqual([])
    const owner = store.browser()
    expect((await owner.signUp(email, 'owners-own-word')).status).toBe(200)
    expect((await remove()).status).toBe(400)
    expect(await owner.proof()).toMatchObject({ email, emailVerified: false })
    expect((await type(owner, codeIn(newestMail(email)))).status).toBe(200)
  })

  test.each([
    ['takes over', (code: string) => claim(code)],
    ['deletes', (code: string) => store.browser().post('/auth/delete-unverified-account', { code })],
  ])('%s the account after a checkout of that moment, which has locked the cart', async (_what, act) => {
    const { email, id } = await signedUp()
    const code = linkCode(email)
    const acting = await store.db.transaction().execute(async (checkout) => {
      await sql`select from carts where account_id = ${id} for update`.execute(checkout)
      const response = act(code)
      await expect.poll(() => countWaiting(store.db), { interval: 5 }).toBe(1)
      await sql`select from accounts where id = ${id} for no key update`.execute(checkout)
      return { response }
    })
    expect((await acting.response).status).toBe(200)
  })

  test('deletes nothing once the account is verified', async () => {
    const { email, laptop } = await signedUp()
    const code = linkCode(email)
    await type(laptop, codeIn(newestMail(email)))
    expect((await store.browser().post('/auth/delete-unverified-account', { code })).status).toBe(409)
    expect(await laptop.proof()).toMatchObject({ email, emailVerified: true })
  })
})
