// Long because every rule of an ID token is tried with one set of keys, which it can make unreachable.

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { promoteToAdmin } from '#domain/accounts/promote-to-admin.server.ts'
import { PlainBrowser, startCertifiedIssuer } from '../../../../tests/support/certified-issuer.ts'
import {
  CLIENT,
  createSigningKey,
  type IdTokenClaims,
  type OidcIssuer,
  sealed,
  signed,
  startOidcIssuer,
} from '../../../../tests/support/oidc-issuer.ts'
import { openSecondStore, openTestStore, type TestStore } from '../../../../tests/support/test-store.ts'
import { caller } from '../../../../tests/support/users.ts'

const PROJECT = 'driveline-test'
const now = () => Math.floor(Date.now() / 1_000)

/** Publishes keys as Google does. */
let keys: OidcIssuer
let key: ReturnType<OidcIssuer['rotateKey']>
let store: TestStore

const settings = (change: Record<string, string> = {}) => ({
  IDENTITY: 'firebase',
  FIREBASE_PROJECT_ID: PROJECT,
  FIREBASE_API_KEY: 'a-web-api-key-for-tests',
  FIREBASE_KEYS_URL: `${keys.url}/keys`,
  LOG_LEVEL: 'silent',
  ...change,
})

beforeAll(async () => {
  keys = await startOidcIssuer()
  key = keys.rotateKey()
  store = await openTestStore(settings())
})
afterAll(async () => {
  await store.close()
  await keys.close()
})

/** The claims of Firebase's ID token for a person who has just signed in. */
function claimsOf(change: IdTokenClaims = {}): IdTokenClaims & { email: string } {
  const sub = randomUUID()
  return {
    iss: `https://securetoken.google.com/${PROJECT}`,
    aud: PROJECT,
    sub,
    user_id: sub,
    auth_time: now(),
    iat: now(),
    exp: now() + 3600,
    email: `${sub}@shop.test`,
    email_verified: true,
    name: 'Ada Byron',
    firebase: { identities: {}, sign_in_provider: 'password' },
    ...change,
  }
}

/** A token as the emulator makes it: without a signature. */
const unsigned = (claims: IdTokenClaims) => sealed({ alg: 'none', typ: 'JWT' }, claims, () => Buffer.alloc(0))

type ApiResponse = { status: number; body: any }

async function exchange(email: string, token: string, at: { url: string } = store): Promise<ApiResponse> {
  const response = await fetch(`${at.url}/user/${encodeURIComponent(email)}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
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

async function signOut(token: string): Promise<number> {
  const response = await fetch(`${store.url}/auth/sign-out`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: '{}',
  })
  return response.status
}

test('an ID token of the project is exchanged for an access token of the store', async () => {
  const claims = claimsOf()
  const issued = await exchange(claims.email, signed(claims, key))
  expect(issued.status).toBe(200)
  expect(issued.body.account).toMatchObject({ email: claims.email, name: 'Ada Byron', emailVerified: true })
  expect(await profile(issued.body.token, claims.email)).toBe(200)
})

test('the API’s description says how clients sign in here, and lists no call that is closed', async () => {
  const description = await (await fetch(`${store.url}/openapi.json`)).json()
  expect(description.info.description).toContain('identity provider issues an ID token')
  expect(Object.keys(description.paths).filter((path) => path.startsWith('/auth/'))).toEqual([
    '/auth/sign-out',
    '/auth/close-account',
  ])
})

test('the ID token itself is no access token', async () => {
  const claims = claimsOf()
  const token = signed(claims, key)
  await exchange(claims.email, token)
  expect(await profile(token, claims.email)).toBe(401)
})

describe('a token is refused', () => {
  const cases: [string, (claims: IdTokenClaims) => string][] = [
    [
      'of another project',
      (c) => signed({ ...c, iss: 'https://securetoken.google.com/other', aud: 'other' }, key),
    ],
    ['of another issuer', (c) => signed({ ...c, iss: 'https://accounts.google.com' }, key)],
    ['for another audience', (c) => signed({ ...c, aud: 'other' }, key)],
    ['for several audiences', (c) => signed({ ...c, aud: [PROJECT, 'other'] }, key)],
    ['without an audience', (c) => signed({ ...c, aud: undefined }, key)],
    ['that has expired', (c) => signed({ ...c, iat: now() - 200, exp: now() - 120 }, key)],
    ['without an expiry', (c) => signed({ ...c, exp: undefined }, key)],
    [
      'that was issued an hour ago',
      (c) => signed({ ...c, iat: now() - 3_500, auth_time: now() - 3_500 }, key),
    ],
    ['that was issued more than five minutes ago', (c) => signed({ ...c, iat: now() - 370 }, key)],
    ['without the time of its issue', (c) => signed({ ...c, iat: undefined }, key)],
    ['from the future', (c) => signed({ ...c, iat: now() + 600, exp: now() + 4_200 }, key)],
    ['of a sign-in in the future', (c) => signed({ ...c, auth_time: now() + 600 }, key)],
    ['without a subject', (c) => signed({ ...c, sub: undefined }, key)],
    ['with an empty subject', (c) => signed({ ...c, sub: '' }, key)],
    ['with a subject of a kilobyte', (c) => signed({ ...c, sub: 'x'.repeat(1_000) }, key)],
    ['with a subject that is no text', (c) => signed({ ...c, sub: { $ne: 1 } }, key)],
    ['signed by a key that is not published', (c) => signed(c, createSigningKey())],
    [
      'signed by another key under a published name',
      (c) => signed(c, { ...createSigningKey(), kid: key.kid }),
    ],
    ['without a signature, as an emulator makes it', unsigned],
    ['with alg none and a signature', (c) => sealed({ alg: 'none' }, c, () => Buffer.from('x'))],
    [
      'signed by the public key as a shared secret',
      (c) =>
        sealed({ alg: 'HS256', kid: key.kid }, c, () =>
          Buffer.from(key.publicKey.export({ type: 'spki', format: 'der' })),
        ),
    ],
    ['of a changed payload', (c) => swapPayload(signed(c, key), { ...c, email: 'victim@shop.test' })],
    ['that brings its own key', (c) => withOwnKey(c)],
    ['that is no JWT', () => 'not.a.jwt'],
    ['of 100 KB', (c) => signed({ ...c, filler: 'x'.repeat(8_000) }, key)],
  ]
  test.each(cases)('%s', async (_, make) => {
    const claims = claimsOf()
    const response = await exchange(claims.email, make(claims))
    expect(response).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
    const account = await store.db
      .selectFrom('accounts')
      .selectAll()
      .where('email', '=', claims.email)
      .execute()
    expect(account).toEqual([])
  })

  test('for an email that is not its own', async () => {
    expect((await exchange('victim@shop.test', signed(claimsOf(), key))).status).toBe(403)
  })
})

function swapPayload(token: string, claims: IdTokenClaims): string {
  const [header, , signature] = token.split('.')
  return [header, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.')
}

function withOwnKey(claims: IdTokenClaims): string {
  const own = createSigningKey()
  const [, payload, signature] = signed(claims, own).split('.')
  const header = {
    alg: 'RS256',
    kid: own.kid,
    jwk: own.publicKey.export({ format: 'jwk' }),
    jku: `${keys.url}/keys`,
  }
  return [Buffer.from(JSON.stringify(header)).toString('base64url'), payload, signature].join('.')
}

describe('the keys', () => {
  test('are fetched once for many sign-ins, and again when Google has rotated them', async () => {
    let fetched = 0
    const rotating = await startOidcIssuer()
    let current = rotating.rotateKey()
    const other = await openSecondStore(store, settings({ FIREBASE_KEYS_URL: `${rotating.url}/published` }))
    const publish = () =>
      rotating.replace('/published', (_, response) => {
        fetched += 1
        const jwk = {
          ...current.publicKey.export({ format: 'jwk' }),
          kid: current.kid,
          deps: 'sig',
          alg: 'RS256',
        }
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ keys: [jwk] }))
      })
    try {
      publish()
      for (let count = 0; count < 3; count += 1) {
        const claims = claimsOf()
        expect((await exchange(claims.email, signed(claims, current), other)).status).toBe(200)
      }
      expect(fetched).toBe(1)
      // A stranger cannot make the store call Google for each request.
      for (let count = 0; count < 5; count += 1)
        await exchange('a@shop.test', signed(claimsOf(), createSigningKey()), other)
      expect(fetched).toBe(1)
      current = rotating.rotateKey()
      publish()
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 })
      const claims = claimsOf()
      expect((await exchange(claims.email, signed(claims, current), other)).status).toBe(200)
      expect(fetched).toBe(2)
    } finally {
      vi.useRealTimers()
      await other.close()
      await rotating.close()
    }
  })

  test('cannot be fetched: the store says that it is not the person’s fault, and goes on when they come back', async () => {
    const away = await startOidcIssuer()
    const published = away.rotateKey()
    const other = await openSecondStore(
      store,
      settings({ FIREBASE_KEYS_URL: `${away.url}/published`, PROVIDER_TIMEOUT_MS: '500' }),
    )
    try {
      const claims = claimsOf()
      const failures: Parameters<OidcIssuer['replace']>[1][] = [
        (_, response) => void response.writeHead(500).end(),
        (_, response) => void response.writeHead(200).end('<html>'),
        (_, response) => void response.writeHead(200).end('x'.repeat(1_000_000)),
        (_, response) => void response.writeHead(200).end('{"keys":1}'),
        () => undefined,
        (request) => void request.socket.destroy(),
      ]
      for (const failure of failures) {
        away.replace('/published', failure)
        const response = await exchange(claims.email, signed(claims, published), other)
        expect(response).toMatchObject({ status: 503, body: { code: 'provider_unavailable' } })
      }
      away.replace('/published', (_, response) => {
        const jwk = { ...published.publicKey.export({ format: 'jwk' }), kid: published.kid }
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ keys: [jwk] }))
      })
      expect((await exchange(claims.email, signed(claims, published), other)).status).toBe(200)
    } finally {
      await other.close()
      await away.close()
    }
  })
})

describe('what an email address proves', () => {
  test('an unverified account cannot become an admin', async () => {
    const claims = claimsOf({ email_verified: false })
    await exchange(claims.email, signed(claims, key))
    expect(await promoteToAdmin(store.shop, null, claims.email)).toMatchObject({
      refusal: { code: 'email_not_verified' },
    })
  })

  test('a stolen email claim opens nothing', async () => {
    const owner = claimsOf()
    const { body } = await exchange(owner.email, signed(owner, key))
    const thief = claimsOf({ email: owner.email, email_verified: false })
    expect((await exchange(owner.email, signed(thief, key))).status).toBe(403)
    const users = await sql`select from identity."user" where email = ${owner.email}`.execute(store.db)
    expect(users.rows).toHaveLength(1)
    expect(await profile(body.token, owner.email)).toBe(200)
  })

  test('a changed email does not reach another person’s account', async () => {
    const owner = claimsOf()
    await exchange(owner.email, signed(owner, key))
    const mover = claimsOf()
    await exchange(mover.email, signed(mover, key))
    for (const email_verified of [true, false]) {
      const moved = signed({ ...mover, email: owner.email, email_verified }, key)
      expect((await exchange(owner.email, moved)).status).toBe(403)
    }
  })

  test('an account that moves to an unverified address is unverified, and its role is not in force', async () => {
    const claims = claimsOf()
    await exchange(claims.email, signed(claims, key))
    await promoteToAdmin(store.shop, null, claims.email)
    const moved = { ...claims, email: `moved-${claims.email}`, email_verified: false }
    const issued = await exchange(moved.email, signed(moved, key))
    expect(issued.body.account).toMatchObject({ email: moved.email, emailVerified: false, role: 'customer' })
  })

  test('the address that an admin has moved to unverified makes its owner no admin', async () => {
    const claims = claimsOf()
    await exchange(claims.email, signed(claims, key))
    await promoteToAdmin(store.shop, null, claims.email)
    const moved = { ...claims, email: `mistyped-${claims.email}`, email_verified: false }
    await exchange(moved.email, signed(moved, key))
    const owner = claimsOf({ email: moved.email })
    expect((await exchange(moved.email, signed(owner, key))).status).toBe(403)
    const back = await exchange(claims.email, signed(claims, key))
    expect(back.body.account).toMatchObject({ email: claims.email, role: 'admin' })
    const later = await exchange(owner.email, signed(owner, key))
    expect(later.body.account).toMatchObject({ email: owner.email, role: 'customer' })
  })

  test('the sign-in that verifies the address goes on, all others of the account end', async () => {
    const first = claimsOf({ email_verified: false, auth_time: now() - 100 })
    const elsewhere = await exchange(first.email, signed(first, key))
    const second = { ...first, auth_time: now() }
    const here = await exchange(second.email, signed(second, key))
    const verified = await exchange(second.email, signed({ ...second, email_verified: true }, key))
    expect(verified.body.account.emailVerified).toBe(true)
    expect(await profile(here.body.token, first.email)).toBe(200)
    expect(await profile(elsewhere.body.token, first.email)).toBe(401)
    expect((await exchange(first.email, signed({ ...first, email_verified: true }, key))).status).toBe(401)
  })

  test('hostile names are bounded, and never break the store', async () => {
    for (const name of [
      'x'.repeat(5_000),
      '\u0000\u0007',
      '\ud800',
      '   ',
      42,
      { a: 1 },
      ['x'],
      '<img src=x onerror=alert(1)>',
    ]) {
      const claims = claimsOf({ name })
      const response = await exchange(claims.email, signed(claims, key))
      expect([200, 401]).toContain(response.status)
      if (response.status === 200) expect(response.body.account.name).toMatch(/^\P{Cc}{1,100}$/u)
    }
  })
})

describe('signing out', () => {
  test('ends the access tokens of this sign-in, and its renewed ID tokens open nothing more', async () => {
    const claims = claimsOf()
    const { body } = await exchange(claims.email, signed(claims, key))
    const other = { ...claims, auth_time: now() - 50 }
    const elsewhere = await exchange(claims.email, signed(other, key))
    expect(await signOut(body.token)).toBe(200)
    expect(await profile(body.token, claims.email)).toBe(401)
    expect((await exchange(claims.email, signed({ ...claims, iat: now() }, key))).status).toBe(401)
    expect(await profile(elsewhere.body.token, claims.email)).toBe(200)
    expect(await signOut(body.token)).toBe(401)
  })

  test('works by an ID token too, before its first exchange', async () => {
    const claims = claimsOf()
    expect(await signOut(signed(claims, key))).toBe(200)
    expect((await exchange(claims.email, signed(claims, key))).status).toBe(401)
  })

  test('signing out while a session is renewed leaves no access token behind', async () => {
    const left: number[] = []
    for (let round = 0; round < 10; round += 1) {
      const claims = claimsOf()
      const token = signed(claims, key)
      const { body } = await exchange(claims.email, token)
      const [renewed] = await Promise.all([exchange(claims.email, token), signOut(body.token)])
      if (renewed.status === 200) left.push(await profile(renewed.body.token, claims.email))
    }
    expect(left).toEqual(left.map(() => 401))
  })

  test('many tabs of a new person at once make one account', async () => {
    const claims = claimsOf()
    const tabs = Array.from({ length: 8 }, () => exchange(claims.email, signed(claims, key)))
    const responses = await Promise.all(tabs)
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200))
    expect(new Set(responses.map(({ body }) => body.account._id)).size).toBe(1)
  })
})

describe('closing the account', () => {
  const close = (token: string) =>
    caller(store)('POST', '/auth/close-account', {}, { authorization: `Bearer ${token}` })

  test('needs a sign-in of the last 15 minutes, whose tokens then open nothing', async () => {
    const claims = claimsOf({ auth_time: now() - 100 })
    const { body } = await exchange(claims.email, signed(claims, key))
    const age = (minutes: number) =>
      sql`update identity.session set "createdAt" = now() - make_interval(mins => ${minutes}::integer)
        where "userId" = ${body.account._id}`.execute(store.db)
    await age(16)
    expect((await close(signed(claims, key))).body.code).toBe('login_too_old')
    await age(14)
    expect((await close(signed(claims, key))).status).toBe(200)
    expect(await profile(body.token, claims.email)).toBe(401)
    expect((await exchange(claims.email, signed({ ...claims, iat: now() }, key))).status).toBe(401)
    const later = await exchange(claims.email, signed({ ...claims, auth_time: now() }, key))
    expect(later.body.account._id, 'a new account').not.toBe(body.account._id)
    expect((await close('not.a.token')).status).toBe(401)
  })
})

describe('with the emulator', () => {
  test('its unsigned tokens open accounts, and only those of its project', async () => {
    const { FIREBASE_KEYS_URL: _, ...rest } = settings()
    const other = await openSecondStore(store, { ...rest, FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9' })
    try {
      const claims = claimsOf()
      expect((await exchange(claims.email, unsigned(claims), other)).status).toBe(200)
      const foreign = claimsOf({ aud: 'other', iss: 'https://securetoken.google.com/other' })
      expect((await exchange(foreign.email, unsigned(foreign), other)).status).toBe(401)
      const old = claimsOf({ iat: now() - 3_000, exp: now() + 600 })
      expect((await exchange(old.email, unsigned(old), other)).status).toBe(401)
    } finally {
      await other.close()
    }
  })
})

describe('Google’s popup', () => {
  test('ends with Google’s ID token for the page that opened it, and needs the cookie of its start', async () => {
    const google = await startCertifiedIssuer()
    const other = await openSecondStore(
      store,
      settings({
        GOOGLE_CLIENT_ID: CLIENT.id,
        GOOGLE_CLIENT_SECRET: CLIENT.secret,
        GOOGLE_ISSUER: google.url,
      }),
    )
    try {
      google.serve(other.url)
      google.accounts.set('ada', { email: 'ada@shop.test', email_verified: true, name: 'Ada' })
      const browser = new PlainBrowser()
      const isCallback = (url: string) => url.startsWith(`${other.url}/auth/callback/google`)
      await browser.signInAtIssuer(`${other.url}/auth/google`, 'ada', isCallback)
      const callback = browser.url
      const stranger = await new PlainBrowser().send(callback)
      expect(await stranger.text()).toContain('data-id-token=""')
      const done = await browser.send(callback)
      expect(done.headers.get('cache-control')).toBe('no-store')
      const token = /data-id-token="([\w.-]+)"/.exec(await done.text())?.[1] ?? ''
      expect(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())).toMatchObject({
        iss: google.url,
        aud: CLIENT.id,
        email: 'ada@shop.test',
      })
      // It is for Firebase, and opens nothing here.
      expect((await exchange('ada@shop.test', token, other)).status).toBe(401)
    } finally {
      await other.close()
      await google.close()
    }
  })
})
