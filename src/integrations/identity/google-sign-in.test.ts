// Long because every sign-in by Google is tried at one emulator, with a person for each.

import { createEmulator, type Emulator } from 'emulate'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '#db/embedded/free-port.ts'
import {
  accessTokensOf,
  APP_URL,
  type Browser,
  giveAccessToken,
  identityForEachTest,
  linkIn,
  switchOn,
  testIdentity,
  type TestIdentity,
} from '../../../tests/support/test-identity.ts'

const client = { client_id: 'driveline-test', client_secret: 'not-a-real-secret' }
const people = ['new', 'taken', 'both', 'again', 'race', 'clean', 'moved', 'promised', 'guarded'].map(
  (name) => ({
    email: `${name}@example.com`,
    name: `Google ${name}`,
  }),
)
const unverified = ['doubtful', 'doubtful-taken', 'doubtful-verified'].map((name) => ({
  email: `${name}@example.com`,
  name: `Google ${name}`,
  email_verified: false,
}))

let google: Emulator
let store: TestIdentity
beforeAll(async () => {
  google = await createEmulator({
    service: 'google',
    port: await freePort(),
    seed: {
      google: {
        users: [...people, ...unverified],
        oauth_clients: [{ ...client, redirect_uris: [`${APP_URL}/auth/callback/google`] }],
      },
    },
  })
})
afterAll(() => google.close())
identityForEachTest(
  (fresh) => (store = fresh),
  () => ({
    GOOGLE_CLIENT_ID: client.client_id,
    GOOGLE_CLIENT_SECRET: client.client_secret,
    GOOGLE_ISSUER: google.url,
  }),
)

describe('Continue With Google', () => {
  test('opens an account for a new customer, with the session in a cookie and no token in the page', async () => {
    const browser = store.browser()
    const page = await continueWithGoogle(browser, 'new@example.com')
    expect(page.status).toBe(200)
    const html = await page.text()
    expect(html).toContain('You are signed in.')
    const token = decodeURIComponent(browser.cookies.get('driveline.session_token') ?? '').split('.')[0] ?? ''
    expect(token.length).toBeGreaterThan(20)
    expect(html).not.toContain(token)
    expect(await browser.proof()).toMatchObject({
      email: 'new@example.com',
      emailVerified: true,
      name: 'Google new',
    })
    expect(store.mails).toHaveLength(0)
  })

  test('signs the same person in again', async () => {
    const [first, second] = [store.browser(), store.browser()]
    await continueWithGoogle(first, 'again@example.com')
    await continueWithGoogle(second, 'again@example.com')
    expect((await second.proof())?.subject).toBe((await first.proof())?.subject)
    expect(await providersOf('again@example.com')).toEqual(['google'])
  })

  test('stores none of Google’s tokens', async () => {
    const savedCookies =
      await sql`select from identity.account where "idToken" is not null or "accessToken" is not null or "refreshToken" is not null`.execute(
        store.db,
      )
    expect(savedCookies.rows).toHaveLength(0)
  })

  test('its last page is readable, runs only our script, and notifies the opener without a token', async () => {
    const page = await store.browser().get('/auth/google/done?error=access_denied')
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'")
    expect(await page.text()).toContain('Google sign-in was canceled.')
    const odd = await store.browser().get('/auth/google/done?error=%3Cscript%3Ealert(1)%3C/script%3E')
    expect(await odd.text()).not.toContain('alert(1)')
    const script = await store.browser().get('/auth/google/done.js')
    expect(script.headers.get('content-type')).toContain('text/javascript')
    expect(await script.text()).toContain("new BroadcastChannel('driveline:google')")
  })
})

describe('When the email has an account already', () => {
  test('both sides verified: the sign-ins are linked and both work', async () => {
    const browser = store.browser()
    await browser.signUp('both@example.com')
    await verify(browser, 'both@example.com')
    const linked = store.browser()
    expect((await continueWithGoogle(linked, 'both@example.com')).status).toBe(200)
    expect((await linked.proof())?.subject).toBe((await browser.proof())?.subject)
    expect((await store.browser().signIn('both@example.com')).status).toBe(200)
    expect(await providersOf('both@example.com')).toEqual(['credential', 'google'])
  })

  test('account unverified, Google verified: Google wins, and the person who opened the account is locked out', async () => {
    const squatter = store.browser()
    await squatter.signUp('taken@example.com', 'squatters-word', 'Squatter')
    const before = await squatter.proof()
    if (before) await giveAccessToken(store.db, before)
    await squatter.post('/auth/request-password-reset', { email: 'taken@example.com' })
    const resetToken = linkIn(store.mails.at(-1)).searchParams.get('token')

    const owner = store.browser()
    expect((await continueWithGoogle(owner, 'taken@example.com')).status).toBe(200)
    const proof = await owner.proof()
    expect(proof).toMatchObject({ email: 'taken@example.com', emailVerified: true, name: 'Google taken' })
    expect(proof?.subject, 'the orders go with the email').toBe(before?.subject)

    expect(await squatter.proof()).toBeNull()
    expect(await accessTokensOf(store.db, before?.subject ?? '')).toBe(0)
    expect((await store.browser().signIn('taken@example.com', 'squatters-word')).status).toBe(401)
    expect(await providersOf('taken@example.com')).toEqual(['google'])
    const reset = { token: resetToken, newPassword: 'squatters-next' }
    expect((await squatter.post('/auth/reset-password', reset)).status).toBe(400)
    const profile = await sql`select name, role, address from accounts where id = ${before?.subject}`.execute(
      store.db,
    )
    expect(profile.rows).toEqual([{ name: 'Google taken', role: 'customer', address: null }])
  })

  test.each([
    ['unverified', 'doubtful-taken@example.com', false],
    ['verified', 'doubtful-verified@example.com', true],
  ])('Google unverified, account %s: no sign-in, and nothing changes', async (_what, email, verified) => {
    const browser = store.browser()
    await browser.signUp(email)
    if (verified) await verify(browser, email)
    const other = store.browser()
    const page = await continueWithGoogle(other, email)
    expect(page.status).toBe(400)
    expect(await page.text()).toContain('Log in with your password.')
    expect(await other.proof()).toBeNull()
    expect(await browser.proof()).toMatchObject({ email, emailVerified: verified })
    expect(await providersOf(email)).toEqual(['credential'])
  })

  test('Google unverified and no account: the new account is unverified and gets a verification email', async () => {
    const browser = store.browser()
    await continueWithGoogle(browser, 'doubtful@example.com')
    expect(await browser.proof()).toMatchObject({ emailVerified: false })
    expect(store.mails.map(({ to }) => to)).toEqual(['doubtful@example.com'])
  })

  test('a Google account that is linked to one account here claims no second one', async () => {
    const owner = store.browser()
    await continueWithGoogle(owner, 'moved@example.com')
    await sql`update identity."user" set email = 'before@example.com' where email = 'moved@example.com'`.execute(
      store.db,
    )
    const newcomer = store.browser()
    await newcomer.signUp('moved@example.com')
    await continueWithGoogle(owner, 'moved@example.com')
    expect((await owner.proof())?.email).toBe('before@example.com')
    expect(await newcomer.proof()).toMatchObject({ email: 'moved@example.com', emailVerified: false })
    expect(await providersOf('moved@example.com')).toEqual(['credential'])
  })
})

test('An account with a second factor is not opened by Google, which does not ask for it', async () => {
  const browser = store.browser()
  await browser.signUp('guarded@example.com')
  await verify(browser, 'guarded@example.com')
  await switchOn(browser)
  const other = store.browser()
  const page = await continueWithGoogle(other, 'guarded@example.com')
  expect(page.status).toBe(400)
  expect(await page.text()).toContain('Your account has two-step verification, which Google skips.')
  expect(await other.proof()).toBeNull()
  expect(await browser.proof()).not.toBeNull()
})

describe('A Google response that is not for this browser', () => {
  test('with another browser’s state signs no one in', async () => {
    const [mine, theirs] = [store.browser(), store.browser()]
    await mine.get('/auth/google')
    const callback = await chooseAtGoogle(await startUrl(theirs), 'clean@example.com')
    const page = await follow(mine, callback)
    expect(page.status).toBe(400)
    expect(await page.text()).toContain('Google sign-in did not work.')
    expect(await mine.proof()).toBeNull()
  })

  test('used a second time opens no session', async () => {
    const browser = store.browser()
    const callback = await chooseAtGoogle(await startUrl(browser), 'race@example.com')
    const savedCookies = new Map(browser.cookies)
    await follow(browser, callback)
    expect(await browser.proof()).not.toBeNull()
    const again = store.browser()
    for (const [name, value] of savedCookies) again.cookies.set(name, value)
    expect((await follow(again, callback)).status).toBe(400)
    expect(await again.proof()).toBeNull()
  })

  test('started by another site is refused', async () => {
    const response = await store.identity.handle(
      new Request(`${APP_URL}/auth/google`, { headers: { 'sec-fetch-site': 'cross-site' } }),
    )
    expect(response.status).toBe(400)
    expect(response.headers.get('location')).toBeNull()
  })
})

test('unreachable Google shows a message, and email and password still work', async () => {
  const alone = testIdentity(store.db, {
    GOOGLE_CLIENT_ID: 'x',
    GOOGLE_CLIENT_SECRET: 'y',
    GOOGLE_ISSUER: `http://127.0.0.1:${await freePort()}`,
  })
  const page = await alone.browser().get('/auth/google')
  expect([page.status, page.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8'])
  expect(await page.text()).toContain('Google can’t be reached right now.')
  const called = await alone.browser().post('/auth/sign-in/social', { provider: 'google' })
  expect(called.status).toBe(503)
  expect(await called.json()).toMatchObject({
    code: 'GOOGLE_UNAVAILABLE',
    message: expect.stringContaining('Google can’t be reached right now.'),
  })
  expect((await alone.browser().signUp('offline@example.com')).status).toBe(200)
})

test('Google failing before the code is redeemed shows a message on the last page, without a session', async () => {
  const settings = { GOOGLE_CLIENT_ID: client.client_id, GOOGLE_CLIENT_SECRET: client.client_secret }
  const leaving = await createEmulator({
    service: 'google',
    port: await freePort(),
    seed: {
      google: {
        users: people,
        oauth_clients: [{ ...client, redirect_uris: [`${APP_URL}/auth/callback/google`] }],
      },
    },
  })
  const browser = testIdentity(store.db, { ...settings, GOOGLE_ISSUER: leaving.url }).browser()
  const callback = await chooseAtGoogle(await startUrl(browser), 'new@example.com')
  await leaving.close()
  const page = await follow(browser, callback)
  expect(page.status).toBeGreaterThanOrEqual(400)
  expect(await page.text()).toContain('Google sign-in did not work.')
  expect(await browser.proof()).toBeNull()
})

test('A store without Google’s settings says so', async () => {
  const without = testIdentity(store.db)
  expect(without.identity.signIn.google).toBe(false)
  expect(await (await without.browser().get('/auth/google')).text()).toContain('Google sign-in isn’t set up')
})

/** The whole way through the popup, to its last page. */
async function continueWithGoogle(browser: Browser, email: string): Promise<Response> {
  return follow(browser, await chooseAtGoogle(await startUrl(browser), email))
}

async function startUrl(browser: Browser): Promise<URL> {
  const response = await browser.get('/auth/google')
  expect(response.status).toBe(302)
  return new URL(response.headers.get('location') ?? '')
}

/** Presses the account's button on Google's page. */
async function chooseAtGoogle(start: URL, email: string): Promise<URL> {
  const query = start.searchParams
  expect(query.get('code_challenge_method')).toBe('S256')
  const names = [
    'redirect_uri',
    'scope',
    'state',
    'nonce',
    'client_id',
    'code_challenge',
    'code_challenge_method',
  ]
  const response = await fetch(new URL('/o/oauth2/v2/auth/callback', start), {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams([['email', email], ...names.map((name) => [name, query.get(name) ?? ''])]),
  })
  return new URL(response.headers.get('location') ?? '')
}

async function follow(browser: Browser, callback: URL): Promise<Response> {
  const response = await browser.get(callback.pathname + callback.search)
  expect(response.status).toBe(302)
  const last = new URL(response.headers.get('location') ?? '', APP_URL)
  expect(last.pathname).toBe('/auth/google/done')
  return browser.get(last.pathname + last.search)
}

async function verify(browser: Browser, email: string): Promise<void> {
  const mail = store.mails.findLast(({ to }) => to === email)
  const link = new URL(mail?.content.button?.href ?? '')
  await browser.get(link.pathname + link.search)
}

async function providersOf(email: string): Promise<string[]> {
  const accounts = await sql<{ providerId: string }>`
    select a."providerId" from identity.account a join identity."user" u on u.id = a."userId"
    where u.email = ${email} order by 1`.execute(store.db)
  return accounts.rows.map(({ providerId }) => providerId)
}
