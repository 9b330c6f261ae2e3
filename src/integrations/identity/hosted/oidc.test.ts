// Long because every rule of signing in at an issuer is tried at one, which it can make misbehave.

import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createIdentities } from '#demo/data/create-identities.ts'
import { promoteToAdmin } from '#domain/accounts/promote-to-admin.server.ts'
import {
  type CertifiedIssuer,
  type IssuerAccount,
  PlainBrowser,
  startCertifiedIssuer,
} from '../../../../tests/support/certified-issuer.ts'
import { CLIENT, createSigningKey, sealed, signed } from '../../../../tests/support/oidc-issuer.ts'
import { openTestStore, type TestStore } from '../../../../tests/support/test-store.ts'

let issuer: CertifiedIssuer
let store: TestStore
let people = 0

const settings = (url: string) => ({
  IDENTITY: 'oidc',
  OIDC_ISSUER: url,
  OIDC_CLIENT_ID: CLIENT.id,
  OIDC_CLIENT_SECRET: CLIENT.secret,
  LOG_LEVEL: 'silent',
})

beforeAll(async () => {
  issuer = await startCertifiedIssuer()
  store = await openTestStore(settings(issuer.url))
  issuer.serve(store.url)
})
afterAll(async () => {
  await store.close()
  await issuer.close()
})
beforeEach(() => issuer.recover())

/**
 * A person with a verified address at the issuer.
 * @returns their login there, which is also their subject.
 */
function register(change: IssuerAccount = {}, at = issuer): { login: string; email: string } {
  const login = `person-${(people += 1)}`
  const account = { email: `${login}@shop.test`, email_verified: true, name: `Person ${people}`, ...change }
  at.accounts.set(login, account)
  return { login, email: account.email }
}

/**
 * Signs in through the store: its link, the issuer's pages, the store's callback.
 * @returns where the store sent the browser then.
 */
async function signIn(
  login: string,
  at = store,
  from = '',
): Promise<{ browser: PlainBrowser; landed: string }> {
  const browser = new PlainBrowser()
  const start = `${at.url}/auth/oidc${from && `?${new URLSearchParams({ from })}`}`
  const isBack = (url: string) => new RegExp(`^${at.url}/(signed-in|login)`).test(url)
  await browser.signInAtIssuer(start, login, isBack)
  return { browser, landed: browser.url.slice(at.url.length) }
}

type ApiResponse = { status: number; body: any }

async function put(browser: PlainBrowser, email: string, at = store): Promise<ApiResponse> {
  const url = `${at.url}/user/${encodeURIComponent(email)}`
  const response = await browser.send(url, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  })
  return { status: response.status, body: await response.json() }
}

async function profile(token: string, email: string): Promise<number> {
  const response = await fetch(`${store.url}/user/${encodeURIComponent(email)}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return response.status
}

/** The issuer's last word about every session is as old as this. */
async function letMinutesPass(minutes: number, at = store): Promise<void> {
  await sql`update identity.issuer_session set checked_at = checked_at - make_interval(mins => ${minutes})`.execute(
    at.db,
  )
}

describe('signing in at a certified OpenID Connect issuer', () => {
  test('opens an account, with the name and the verified address that the issuer reports', async () => {
    const { login, email } = register({ name: 'Ada Byron' })
    const { browser, landed } = await signIn(login, store, '/dashboard/myOrders')
    expect(landed).toBe('/signed-in?from=%2Fdashboard%2FmyOrders')
    const issued = await put(browser, email)
    expect(issued.status).toBe(200)
    expect(issued.body.account).toMatchObject({
      email,
      name: 'Ada Byron',
      emailVerified: true,
      role: 'customer',
    })
    expect(await profile(issued.body.token, email)).toBe(200)
  })

  test('asks for a code with PKCE, state and nonce', async () => {
    const start = await new PlainBrowser().send(`${store.url}/auth/oidc`)
    const { searchParams } = new URL(start.headers.get('location') ?? '')
    expect(searchParams.get('response_type')).toBe('code')
    expect(searchParams.get('code_challenge_method')).toBe('S256')
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(searchParams.get(name)).toMatch(/^[\w-]{43}$/)
    expect(start.headers.get('set-cookie')).toMatch(/HttpOnly/)
  })

  test('finds the same account by the subject, though name and address have changed there', async () => {
    const { login, email } = register()
    const first = await put((await signIn(login)).browser, email)
    issuer.accounts.set(login, { email: `new-${email}`, email_verified: true, name: 'Married Name' })
    const again = await put((await signIn(login)).browser, `new-${email}`)
    expect(again.body.account).toMatchObject({
      _id: first.body.account._id,
      email: `new-${email}`,
      name: 'Married Name',
    })
  })

  test('reads address and name at the userinfo endpoint where the id token has none', async () => {
    const terse = await startCertifiedIssuer({ claimsInIdToken: false })
    const other = await openTestStore(settings(terse.url))
    try {
      terse.serve(other.url)
      const { login, email } = register({ name: 'Grace' }, terse)
      const issued = await put((await signIn(login, other)).browser, email, other)
      expect(issued.body.account).toMatchObject({ email, name: 'Grace', emailVerified: true })
      expect(terse.drainRequests()).toContain('GET /me')
    } finally {
      await other.close()
      await terse.close()
    }
  })

  test('opens no account for another person’s email in the path', async () => {
    const { login } = register()
    const { email } = register()
    expect((await put((await signIn(login)).browser, email)).status).toBe(403)
  })

  test('a code is of no use in another browser, without the state, or twice', async () => {
    const { login } = register()
    const browser = new PlainBrowser()
    const isCallback = (url: string) => url.startsWith(`${store.url}/auth/oidc/callback`)
    await browser.signInAtIssuer(`${store.url}/auth/oidc`, login, isCallback)
    const callback = browser.url
    const stranger = await new PlainBrowser().send(callback)
    expect(stranger.headers.get('location')).toBe('/login?problem=failed')
    const stateless = new URL(callback)
    stateless.searchParams.delete('state')
    expect((await browser.send(stateless.href)).headers.get('location')).toBe('/login?problem=failed')
    expect((await browser.send(callback)).headers.get('location')).toBe('/signed-in')
    expect((await browser.send(callback)).headers.get('location')).toBe('/login?problem=failed')
  })

  test('a person who cancels at the issuer is told so, and comes back to where they were', async () => {
    const browser = new PlainBrowser()
    const page = await browser.open(`${store.url}/auth/oidc?from=%2FmyGarage`)
    const abort = /href="([^"]+\/abort)"/.exec(await page.text())?.[1] ?? ''
    await browser.open(new URL(abort, browser.url).href, (url) => url.includes('/login'))
    expect(browser.url).toBe(`${store.url}/login?from=%2FmyGarage&problem=canceled`)
  })

  test('another site cannot begin a sign-in', async () => {
    const start = await fetch(`${store.url}/auth/oidc`, {
      headers: { 'sec-fetch-site': 'cross-site' },
      redirect: 'manual',
    })
    expect(start.headers.get('location')).toBe('/login?problem=not_from_this_store')
  })

  test('while the issuer is down, signing in says so', async () => {
    const down = await startCertifiedIssuer()
    const other = await openTestStore(settings(down.url))
    try {
      const start = await new PlainBrowser().send(`${other.url}/auth/oidc`)
      expect(start.headers.get('location')).toBe('/login?problem=unavailable')
      down.serve(other.url)
      const later = await new PlainBrowser().send(`${other.url}/auth/oidc`)
      expect(later.headers.get('location')).toContain(down.url)
    } finally {
      await other.close()
      await down.close()
    }
  })
})

describe('what an email address proves', () => {
  test('an unverified address opens an unverified account, which cannot become an admin', async () => {
    const { login, email } = register({ email_verified: false })
    const issued = await put((await signIn(login)).browser, email)
    expect(issued.body.account).toMatchObject({ emailVerified: false })
    expect(await promoteToAdmin(store.shop, null, email)).toMatchObject({
      refusal: { code: 'email_not_verified' },
    })
  })

  test.each(['true', 1, 'yes', null])('email_verified %j is not verified', async (claim) => {
    const { login, email } = register({ email_verified: claim as unknown as boolean })
    expect((await put((await signIn(login)).browser, email)).body.account.emailVerified).toBe(false)
  })

  test('an unverified claim to an existing address opens nothing, whether that account is verified or not', async () => {
    for (const emailVerified of [true, false]) {
      const owner = register({ email_verified: emailVerified })
      expect((await put((await signIn(owner.login)).browser, owner.email)).status).toBe(200)
      const thief = register({ email: owner.email, email_verified: false })
      const { browser, landed } = await signIn(thief.login)
      expect(landed).toBe('/login?problem=no_account')
      expect((await put(browser, owner.email)).status).toBe(401)
    }
  })

  test('a verified claim takes over an unverified account: its profile, sessions and tokens are gone', async () => {
    const squatter = register({ email_verified: false, name: 'Squatter' })
    const before = await signIn(squatter.login)
    const squatted = await put(before.browser, squatter.email)
    await store.db
      .updateTable('accounts')
      .set({ address: 'Elsewhere 1' })
      .where('email', '=', squatter.email)
      .execute()
    const owner = register({ email: squatter.email, name: 'Owner' })
    const issued = await put((await signIn(owner.login)).browser, owner.email)
    expect(issued.body.claimed, 'the owner is told').toBe(true)
    expect(issued.body.account).toMatchObject({
      _id: squatted.body.account._id,
      name: 'Owner',
      emailVerified: true,
    })
    expect(issued.body.account).not.toHaveProperty('address')
    expect(await profile(squatted.body.token, squatter.email)).toBe(401)
    expect((await put(before.browser, squatter.email)).status).toBe(401)
    expect((await signIn(squatter.login)).landed).toBe('/login?problem=no_account')
  })

  test('a verified address opens the account that the store’s own provider had verified', async () => {
    const { login, email } = register()
    const subjects = await createIdentities(store.db, [
      { email, name: 'Ada', password: 'winding-road', emailVerified: true },
    ])
    const issued = await put((await signIn(login)).browser, email)
    expect(issued.body.account._id).toBe(subjects.get(email))
  })

  test.each([true, false])(
    'an unverified one does not, whether that account is verified (%s)',
    async (emailVerified) => {
      const { login, email } = register({ email_verified: false })
      await createIdentities(store.db, [{ email, name: 'Ada', password: 'winding-road', emailVerified }])
      const { browser, landed } = await signIn(login)
      expect(landed).toBe('/login?problem=no_account')
      expect((await put(browser, email)).status).toBe(401)
    },
  )

  test('a second subject with the same verified address does not get the first one’s account', async () => {
    const first = register()
    expect((await put((await signIn(first.login)).browser, first.email)).status).toBe(200)
    const second = register({ email: first.email })
    expect((await signIn(second.login)).landed).toBe('/login?problem=no_account')
  })

  test('an account whose address becomes verified ends its other sign-ins', async () => {
    const { login, email } = register({ email_verified: false })
    const elsewhere = await signIn(login)
    const old = await put(elsewhere.browser, email)
    issuer.accounts.set(login, { email, email_verified: true, name: 'Ada' })
    const issued = await put((await signIn(login)).browser, email)
    expect(issued.body.account.emailVerified).toBe(true)
    expect(await profile(old.body.token, email)).toBe(401)
    expect((await put(elsewhere.browser, email)).status).toBe(401)
  })

  test.each<[string, IssuerAccount]>([
    ['a name of a megabyte', { name: 'x'.repeat(1_000_000) }],
    ['control characters in the name', { name: 'Ada\u0000\u001b[31m\u202e' }],
    ['a name that is no text', { name: { first: 'Ada' } as unknown as string }],
    ['markup in the name', { name: '<script>alert(1)</script>' }],
  ])('%s does no harm', async (_, change) => {
    const { login, email } = register(change)
    const issued = await put((await signIn(login)).browser, email)
    if (issued.status === 200) expect(issued.body.account.name.length).toBeLessThanOrEqual(100)
    else expect((await fetch(`${store.url}/healthz`)).status).toBe(200)
    expect(issued.status).toBeLessThan(500)
  })

  test.each(['no address', 'ада@shop.test', 'a b@shop.test', `${'x'.repeat(300)}@shop.test`])(
    'an address that the store cannot use opens no account: %j',
    async (email) => {
      const { login } = register({ email })
      expect((await signIn(login)).landed).toBe('/login?problem=no_account')
    },
  )
})

describe('a session follows the issuer’s', () => {
  test('it is not asked for a few minutes, then once for two tabs, and its refresh token rotates', async () => {
    const { login, email } = register()
    const { browser } = await signIn(login)
    issuer.drainRequests()
    expect((await put(browser, email)).status).toBe(200)
    expect(issuer.drainRequests()).toEqual([])
    for (let round = 0; round < 2; round += 1) {
      await letMinutesPass(6)
      const both = await Promise.all([put(browser, email), put(browser, email)])
      expect(both.map(({ status }) => status)).toEqual([200, 200])
      expect(issuer.drainRequests().filter((request) => request === 'POST /token')).toHaveLength(1)
    }
  })

  test('a user who is disabled there gets no access token after five minutes, and the ones they had end', async () => {
    const { login, email } = register()
    const { browser } = await signIn(login)
    const { body } = await put(browser, email)
    issuer.accounts.delete(login)
    expect((await put(browser, email)).status).toBe(200)
    await letMinutesPass(6)
    expect((await put(browser, email)).status).toBe(401)
    expect(await profile(body.token, email)).toBe(401)
    issuer.accounts.set(login, { email, email_verified: true })
    expect((await put(browser, email)).status).toBe(401)
  })

  test('an issuer that is down ends nothing: the store says so, and goes on afterwards', async () => {
    const { login, email } = register()
    const { browser } = await signIn(login)
    await letMinutesPass(6)
    issuer.fail()
    const response = await put(browser, email)
    expect(response).toMatchObject({ status: 503, body: { code: 'provider_unavailable' } })
    issuer.recover()
    expect((await put(browser, email)).status).toBe(200)
  })

  test('a changed name reaches the account with the next check', async () => {
    const { login, email } = register({ name: 'Before' })
    const { browser } = await signIn(login)
    issuer.accounts.set(login, { email, email_verified: true, name: 'After' })
    await letMinutesPass(6)
    expect((await put(browser, email)).body.account.name).toBe('After')
  })

  test('without refresh tokens it lasts an hour', async () => {
    const brief = await startCertifiedIssuer({ refreshTokens: false })
    const other = await openTestStore(settings(brief.url))
    try {
      brief.serve(other.url)
      const { login, email } = register({}, brief)
      const { browser } = await signIn(login, other)
      await letMinutesPass(6, other)
      expect((await put(browser, email, other)).status).toBe(200)
      await sql`update identity.session set "expiresAt" = "expiresAt" - interval '61 minutes'`.execute(
        other.db,
      )
      expect((await put(browser, email, other)).status).toBe(401)
    } finally {
      await other.close()
      await brief.close()
    }
  })

  test('signing out ends the access tokens at once and leads to the issuer’s own sign-out', async () => {
    const { login, email } = register()
    const { browser } = await signIn(login)
    const { body } = await put(browser, email)
    const response = await browser.send(`${store.url}/auth/sign-out`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    const { redirect } = await response.json()
    expect(await profile(body.token, email)).toBe(401)
    expect((await put(browser, email)).status).toBe(401)
    expect(redirect).toContain(`${issuer.url}/session/end?`)
    const page = await browser.open(redirect)
    expect(await page.text()).toContain('logout')
  })

  test('another site cannot sign a browser out', async () => {
    const { login, email } = register()
    const { browser } = await signIn(login)
    const response = await browser.send(`${store.url}/auth/sign-out`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'https://evil.example' },
      body: '{}',
    })
    expect(response.status).toBe(403)
    expect((await put(browser, email)).status).toBe(200)
  })

  test('the database holds neither the cookie nor a token of the issuer in plain text', async () => {
    const { login } = register()
    const { browser } = await signIn(login)
    const cookie = /issuer_session=([\w-]+)/.exec(browser.cookiesFor(store.url))?.[1] ?? ''
    const rows = await sql<{ row: string }>`
      select (to_jsonb(s) || to_jsonb(i))::text as row
      from identity.session s join identity.issuer_session i on i.session_id = s.id
      where s.token = ${createHash('sha256').update(cookie).digest('base64url')}`.execute(store.db)
    expect(rows.rows).toHaveLength(1)
    expect(rows.rows[0]?.row).not.toContain(cookie)
    // An id token begins with a header in base64: {"alg".
    expect(rows.rows[0]?.row).not.toContain(Buffer.from('{"alg":"RS256"').toString('base64url').slice(0, 12))
  })

  test('an ID token for the store’s client is a bearer for API clients, and one for another client is not', async () => {
    const { login, email } = register()
    const now = Math.floor(Date.now() / 1_000)
    const claims = {
      iss: issuer.url,
      aud: CLIENT.id,
      sub: login,
      iat: now,
      exp: now + 3600,
      email,
      email_verified: true,
    }
    const exchange = (token: string) =>
      fetch(`${store.url}/user/${email}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ email }),
      })
    const issued = await exchange(signed(claims, issuer.signingKey))
    expect(issued.status).toBe(200)
    const { token, account } = await issued.json()
    // The same person in a browser.
    expect((await put((await signIn(login)).browser, email)).body.account._id).toBe(account._id)
    for (const wrong of [
      signed({ ...claims, aud: 'another-client' }, issuer.signingKey),
      signed({ ...claims, iss: 'https://id.example' }, issuer.signingKey),
      signed(claims, { ...issuer.signingKey, privateKey: createSigningKey().privateKey }),
      signed({ ...claims, iat: now - 400 }, issuer.signingKey),
      sealed({ alg: 'none' }, claims, () => Buffer.alloc(0)),
    ])
      expect((await exchange(wrong)).status).toBe(401)
    const ended = await fetch(`${store.url}/auth/sign-out`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: '{}',
    })
    expect(ended.status).toBe(200)
    expect(await profile(token, email)).toBe(401)
    expect((await exchange(signed(claims, issuer.signingKey))).status).toBe(401)
  })

  test('the store’s own sign-in calls are closed', async () => {
    const body = JSON.stringify({ email: 'a@b.co', password: 'winding-road' })
    for (const path of ['/auth/sign-in/email', '/auth/sign-up/email', '/auth/reset-password']) {
      const response = await fetch(store.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
      expect(response.status).toBe(404)
    }
  })
})
