// Long because it covers every identity call on one database, whose setup would otherwise be repeated in each
// part.

import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createIdentities } from '#demo/data/create-identities.ts'
import {
  accessTokensOf,
  APP_URL,
  giveAccessToken,
  identityForEachTest,
  linkIn,
  newEmail,
  testIdentity,
  type TestIdentity,
} from '../../../tests/support/test-identity.ts'

let store: TestIdentity
identityForEachTest((fresh) => (store = fresh))

const pathOf = (url: URL) => url.pathname + url.search

describe('Sign up', () => {
  test('opens an account, signs in with an HttpOnly SameSite=Lax cookie and asks for a verification', async () => {
    const email = newEmail()
    const browser = store.browser()
    const response = await browser.signUp(`  ${email.toUpperCase()} `)
    expect(response.status).toBe(200)
    const cookie = response.headers.getSetCookie().join('\n')
    expect(cookie).toMatch(/driveline\.session_token=.+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax/)
    expect(cookie).not.toContain('Secure')
    expect(await browser.proof()).toMatchObject({
      email,
      emailVerified: false,
      name: 'Ada Byron',
      sessionId: expect.any(String),
    })

    expect(store.mails).toHaveLength(1)
    expect(store.mails[0]?.to).toBe(email)
    const link = linkIn(store.mails[0])
    expect(link.pathname).toBe('/auth/verify-email')
    const opened = await browser.get(pathOf(link))
    expect([opened.status, opened.headers.get('location')]).toEqual([302, '/signed-in?verified=1'])
    expect((await browser.proof())?.emailVerified).toBe(true)
  })

  test('does not wait for the mail server: a failing mailer still opens the account', async () => {
    store.mails.push = () => {
      throw new Error('no mail today')
    }
    expect((await store.browser().signUp(newEmail())).status).toBe(200)
  })

  test('has its own messages for a missing name, a bad email and a short password', async () => {
    const response = await store.browser().signUp('nobody', '12345', ' ')
    expect(response.status).toBe(422)
    const { errors } = (await response.json()) as { errors: { field: string; message: string }[] }
    expect(errors.map(({ field, message }) => [field, message])).toEqual([
      ['name', 'Name is required'],
      ['email', 'Provide a Valid Email'],
      ['password', 'Your Password must be six character or longer'],
    ])
  })

  test.each([
    'password1',
    'PassWord1',
    'QWERTY',
    '123456',
    '987654321',
    'aaaaaaa',
    'abcabc',
    'iloveyou',
    ' iloveyou ',
    'Ｐassword1',
  ])('refuses %s as too common', async (password) => {
    const response = await store.browser().signUp(newEmail(), password)
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ detail: expect.stringContaining('too common') })
  })

  test('says that a taken email has an account, in any spelling, and changes nothing', async () => {
    const email = newEmail()
    await store.browser().signUp(email)
    const response = await store.browser().signUp(email.toUpperCase(), 'another-password')
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ message: expect.stringContaining('already an account') })
    expect((await store.browser().signIn(email, 'another-password')).status).toBe(401)
    expect((await store.browser().signIn(email)).status).toBe(200)
  })

  test('many people at once sign up, each with an email, though each email needs the database too', async () => {
    const inDatabase = testIdentity(store.db, {}, async () => {
      await sql`select pg_sleep(0.01)`.execute(store.db)
    })
    const responses = await Promise.all(
      Array.from({ length: 15 }, (_, n) => inDatabase.browser(`198.51.100.${n}`).signUp(newEmail())),
    )
    expect(responses.filter(({ status }) => status !== 200)).toEqual([])
    expect(inDatabase.mails).toHaveLength(15)
  })

  test('the same email twice at once opens one account', async () => {
    const email = newEmail()
    const responses = await Promise.all([
      store.browser().signUp(email),
      store.browser().signUp(email),
      store.browser().signUp(email),
    ])
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(responses.filter(({ status }) => status === 422)).toHaveLength(2)
  })

  test.each([
    ['a NUL in the name', { name: 'a\u0000b' }, 422],
    ['half a surrogate pair in the name', { name: 'a\ud800' }, 422],
    ['a letter that only looks like k', { email: '\u212Aate@example.com' }, 422],
    ['an email that is no text', { email: { $gt: '' } }, 422],
    ['a very long password', { password: 'x'.repeat(129) }, 422],
    ['no JSON', '{', 400],
    ['a list', [], 422],
    ['more than 64 KiB', { name: 'x'.repeat(70_000) }, 413],
  ])('refuses %s without a server error', async (_what, fields, status) => {
    const body =
      typeof fields === 'string' || Array.isArray(fields)
        ? fields
        : { name: 'A', email: newEmail(), password: 'winding-road', ...fields }
    const response = await store.identity.handle(
      new Request(`${APP_URL}/auth/sign-up/email`, {
        method: 'POST',
        body: typeof body === 'string' ? body : JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    )
    expect(response.status).toBe(status)
  })

  test('stores no field that was not asked for', async () => {
    const email = newEmail()
    const browser = store.browser()
    await browser.post('/auth/sign-up/email', {
      name: 'Ada',
      email,
      password: 'winding-road',
      emailVerified: true,
      role: 'admin',
      image: 'https://x.example/i.png',
      id: 'mine',
    })
    const result = await sql<{ emailVerified: boolean; image: string | null; id: string }>`
      select "emailVerified", image, id from identity."user" where email = ${email}`.execute(store.db)
    expect(result.rows[0]).toMatchObject({ emailVerified: false, image: null })
    expect(result.rows[0]?.id).not.toBe('mine')
  })
})

describe('Sign in', () => {
  test('responds to a wrong password as to an unknown email', async () => {
    const email = newEmail()
    await store.browser().signUp(email)
    const wrong = await store.browser().signIn(email, 'not-this-one')
    const unknown = await store.browser().signIn('nobody@example.com', 'not-this-one')
    expect([wrong.status, unknown.status]).toEqual([401, 401])
    const body = await wrong.json()
    expect(body).toEqual(await unknown.json())
    expect(body).toMatchObject({
      message: 'That email or password is not right. Check both, or reset your password.',
    })
  })

  test('gives programs an identity token, and page script none', async () => {
    const email = newEmail()
    await store.browser().signUp(email)
    const program = (await (await store.browser().signIn(email)).json()) as { token: string }
    const proof = await store.identity.prove(new Headers({ authorization: `Bearer ${program.token}` }))
    expect(proof).toMatchObject({ email })

    const browser = store.browser()
    const response = await browser.post(
      '/auth/sign-in/email',
      { email, password: 'winding-road' },
      { 'sec-fetch-site': 'same-origin' },
    )
    expect(await response.json()).not.toHaveProperty('token')
    const session = (await (await browser.get('/auth/get-session')).json()) as { session: object }
    expect(session).toMatchObject({ user: { email } })
    expect(session.session).not.toHaveProperty('token')
  })

  test('takes the value of the session cookie as an identity token, and no made-up one', async () => {
    const browser = store.browser()
    await browser.signUp(newEmail())
    const value = browser.cookies.get('driveline.session_token') ?? ''
    expect(await store.identity.prove(new Headers({ authorization: `Bearer ${value}` }))).not.toBeNull()
    for (const made of ['x', '', 'null', '%00', "' or 1=1", 'a'.repeat(5000)]) {
      expect(await store.identity.prove(new Headers({ authorization: `Bearer ${made}` }))).toBeNull()
      expect(
        await store.identity.prove(
          new Headers({ cookie: `driveline.session_token=${encodeURIComponent(made)}` }),
        ),
      ).toBeNull()
    }
  })

  test('during which the password changes opens nothing', async () => {
    const email = newEmail()
    await store.browser().signUp(email)
    const browser = store.browser()
    // The password changes while the old one is being checked: the trigger stands in for a reset that commits
    // just before the session does.
    await sql
      .raw(`create function overtake() returns trigger language plpgsql as $$ begin
      update identity.account set password = 'changed' where "userId" = new."userId"; return new; end $$;
      create trigger overtake before insert on identity.session for each row execute function overtake()`)
      .execute(store.db)
    try {
      expect((await browser.signIn(email)).status).toBe(401)
    } finally {
      await sql.raw('drop trigger overtake on identity.session; drop function overtake').execute(store.db)
    }
    const left =
      await sql`select from identity.session s join identity."user" u on u.id = s."userId" where u.email = ${email}`.execute(
        store.db,
      )
    expect(left.rows).toHaveLength(1)
  })

  test('a request from another site’s page is refused', async () => {
    const email = newEmail()
    await store.browser().signUp(email)
    const body = { email, password: 'winding-road' }
    expect(
      (await store.browser().post('/auth/sign-in/email', body, { origin: 'https://evil.example' })).status,
    ).toBe(403)
    expect((await store.browser().post('/auth/sign-in/email', body, { origin: 'null' })).status).toBe(403)
    const form = await store.identity.handle(
      new Request(`${APP_URL}/auth/sign-in/email`, {
        method: 'POST',
        body: new URLSearchParams(body),
        headers: { origin: APP_URL },
      }),
    )
    expect(form.status).toBe(415)
  })
})

describe('Sign out', () => {
  test('ends the session and its access tokens at once, and no one else’s', async () => {
    const email = newEmail()
    const [here, there] = [store.browser(), store.browser()]
    await here.signUp(email)
    await there.signIn(email)
    for (const browser of [here, there]) {
      const proof = await browser.proof()
      if (proof) await giveAccessToken(store.db, proof)
    }
    const subject = (await there.proof())?.subject ?? ''
    expect(await accessTokensOf(store.db, subject)).toBe(2)

    const cookie = here.cookie
    const response = await here.post('/auth/sign-out', {})
    expect([response.status, response.headers.get('clear-site-data')]).toEqual([200, '"cache"'])
    expect([...here.cookies.keys()], 'which opens nothing').toEqual(['driveline.known_accounts'])
    expect(await store.identity.prove(new Headers({ cookie: cookie }))).toBeNull()
    expect(await accessTokensOf(store.db, subject)).toBe(1)
    expect(await there.proof()).not.toBeNull()
  })

  test('a request from another site’s page is refused', async () => {
    const browser = store.browser()
    await browser.signUp(newEmail())
    expect((await browser.post('/auth/sign-out', {}, { origin: 'https://evil.example' })).status).toBe(403)
    expect(await browser.proof()).not.toBeNull()
  })
})

describe('The display name', () => {
  test('can be changed by its owner only; email and picture cannot', async () => {
    const email = newEmail()
    const browser = store.browser()
    await browser.signUp(email)
    expect(
      (
        await browser.post('/auth/update-user', {
          name: 'Grace Hopper',
          email: 'other@example.com',
          image: 'https://x.example',
        })
      ).status,
    ).toBe(200)
    expect(await browser.proof()).toMatchObject({ name: 'Grace Hopper', email })
    expect((await browser.post('/auth/update-user', { name: ' ' })).status).toBe(422)
    expect((await store.browser().post('/auth/update-user', { name: 'Mallory' })).status).toBe(401)
  })

  test.each([
    '/auth/change-email',
    '/auth/delete-user',
    '/auth/set-password',
    '/auth/list-accounts',
    '/auth/nothing',
  ])('%s does not exist', async (path) => {
    const browser = store.browser()
    await browser.signUp(newEmail())
    expect((await browser.post(path, { newEmail: 'other@example.com' })).status).toBe(404)
  })
})

describe('Sessions', () => {
  test('last seven days from the latest visit', async () => {
    const browser = store.browser()
    await browser.signUp(newEmail())
    await sql`update identity.session set "expiresAt" = now() + interval '2 days' where id = ${(await browser.proof())?.sessionId}`.execute(
      store.db,
    )
    const response = await browser.get('/auth/get-session')
    expect(response.headers.getSetCookie().join()).toContain('Max-Age=604800')
    const { session } = (await response.json()) as { session: { expiresAt: string } }
    expect(Date.parse(session.expiresAt) - Date.now()).toBeGreaterThan(6.9 * 86_400_000)
  })

  test('expired sessions prove nothing', async () => {
    const browser = store.browser()
    await browser.signUp(newEmail())
    await sql`update identity.session set "expiresAt" = now() - interval '1 second' where id = ${(await browser.proof())?.sessionId}`.execute(
      store.db,
    )
    expect(await browser.proof()).toBeNull()
  })

  test('a changed password ends all others', async () => {
    const email = newEmail()
    const [here, there] = [store.browser(), store.browser()]
    await here.signUp(email)
    await there.signIn(email)
    const response = await here.post('/auth/change-password', {
      currentPassword: 'winding-road',
      newPassword: 'a-new-road',
    })
    expect(response.status).toBe(200)
    expect(await there.proof()).toBeNull()
    expect(await here.proof()).not.toBeNull()
  })
})

test('Accounts that the store opens itself can sign in, also with a password that sign-up would refuse', async () => {
  const email = newEmail()
  const subjects = await createIdentities(store.db, [
    { email, name: 'Demo', password: 'demo1234', emailVerified: true },
  ])
  const again = await createIdentities(store.db, [
    { email, name: 'Other', password: 'other1234', emailVerified: true },
  ])
  expect(again.get(email)).toBe(subjects.get(email))
  const browser = store.browser()
  expect((await browser.signIn(email, 'demo1234')).status).toBe(200)
  expect(await browser.proof()).toMatchObject({
    subject: subjects.get(email),
    emailVerified: true,
    name: 'Demo',
  })
})

describe('The URL of the store', () => {
  const signUpAt = (identity: typeof store.identity, at: string, headers: Record<string, string>) =>
    identity.handle(
      new Request(`${at}/auth/sign-up/email`, {
        method: 'POST',
        body: JSON.stringify({ name: 'Ada', email: newEmail(), password: 'winding-road' }),
        headers: { 'content-type': 'application/json', ...headers },
      }),
    )

  test('an https URL makes the session cookie Secure, and it proves the person', async () => {
    const { identity } = testIdentity(store.db, { APP_URL: 'https://shop.example.com' })
    const response = await signUpAt(identity, 'https://shop.example.com', {
      origin: 'https://shop.example.com',
    })
    const cookie = response.headers.getSetCookie().find((line) => line.includes('session_token=')) ?? ''
    expect(cookie).toContain('; Secure')
    expect(await identity.prove(new Headers({ cookie: cookie.split(';')[0] ?? '' }))).not.toBeNull()
  })

  test('a configured URL is the only origin that may call; a forged Host changes no link', async () => {
    const { identity, mails } = testIdentity(store.db, { APP_URL: 'https://shop.example.com' })
    const other = await signUpAt(identity, 'https://evil.example', { origin: 'https://evil.example' })
    expect(other.status).toBe(403)
    expect((await signUpAt(identity, 'https://evil.example', {})).status).toBe(200)
    expect(linkIn(mails[0]).origin).toBe('https://shop.example.com')
  })

  test('without a configured URL, any URL of the store may call, but no other site', async () => {
    const { identity } = testIdentity(store.db, { APP_URL: '' })
    const at = 'http://127.0.0.1:3000'
    expect((await signUpAt(identity, at, { origin: at })).status).toBe(200)
    expect((await signUpAt(identity, at, { origin: 'http://127.0.0.1:4000' })).status).toBe(403)
    expect((await signUpAt(identity, at, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  })
})
