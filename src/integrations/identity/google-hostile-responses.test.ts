import { createHmac } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  CLIENT,
  createSigningKey,
  type IdTokenClaims,
  type OidcIssuer,
  sealed,
  signed,
  startOidcIssuer,
} from '../../../tests/support/oidc-issuer.ts'
import {
  type Browser,
  identityForEachTest,
  linkIn,
  newEmail,
  type TestIdentity,
} from '../../../tests/support/test-identity.ts'

/** More than is ever read of an issuer's response. */
const HUGE = 4 * 1024 * 1024
const HOUR_S = 3600

let issuer: OidcIssuer
let store: TestIdentity
let timeoutMs = 20_000
/** The text of the popup's last page. */
let lastPage = ''
beforeAll(async () => {
  issuer = await startOidcIssuer()
})
afterAll(() => issuer.close())
identityForEachTest(
  (fresh) => (store = fresh),
  () => ({
    GOOGLE_CLIENT_ID: CLIENT.id,
    GOOGLE_CLIENT_SECRET: CLIENT.secret,
    GOOGLE_ISSUER: issuer.url,
    PROVIDER_TIMEOUT_MS: String(timeoutMs),
  }),
)

describe('An id token', () => {
  test('that is valid signs in, also when the issuer’s clock is a few seconds ahead or behind', async () => {
    for (const skew of [-20, 0, 20]) {
      const now = Math.floor(Date.now() / 1_000) + skew
      expect(await signedIn({ iat: now, nbf: now, exp: now + HOUR_S }), `${skew} seconds`).toBe(true)
    }
  })

  const hostile: [string, IdTokenClaims][] = [
    ['of another issuer', { iss: 'https://accounts.example.com' }],
    ['of an issuer whose name only begins like ours', { iss: 'http://127.0.0.1' }],
    ['for another client', { aud: 'another-store' }],
    ['for us and another client', { aud: [CLIENT.id, 'another-store'], azp: CLIENT.id }],
    ['without an audience', { aud: undefined }],
    ['that has expired', { exp: Math.floor(Date.now() / 1_000) - 120 }],
    ['that never expires', { exp: undefined }],
    ['that expires at a text', { exp: '9999999999' }],
    ['that is not valid yet', { nbf: Math.floor(Date.now() / 1_000) + HOUR_S }],
    ['without a nonce', { nonce: undefined }],
    ['with a nonce of its own', { nonce: 'made-up' }],
    ['without a subject', { sub: undefined }],
    ['about an empty name', { sub: '' }],
    ['about a subject longer than any', { sub: 'x'.repeat(256) }],
    ['with an email that is none', { email: 7 }],
    ['with a name that is none', { name: { first: 'Ada' } }],
  ]
  test.each(hostile)('%s is refused', async (_what, claims) => {
    expect(await signedIn(claims)).toBe(false)
  })

  test.each([undefined, '', 'ada@example.com, eve@example.com'])(
    'with the email %j is refused, and says why',
    async (email) => {
      expect(await signedIn({ email })).toBe(false)
      expect(lastPage).toContain('Your Google account shares no email with us.')
    },
  )

  test('with the nonce of another sign-in is refused', async () => {
    const [mine, theirs] = [await start(store.browser()), await start(store.browser())]
    expect(mine.searchParams.get('nonce')).not.toBe(theirs.searchParams.get('nonce'))
    expect(await signedIn({ nonce: theirs.searchParams.get('nonce') })).toBe(false)
  })

  const forged: [string, (claims: IdTokenClaims) => string][] = [
    ['unsigned (alg none)', (claims) => sealed({ alg: 'none' }, claims, () => Buffer.alloc(0))],
    [
      'signed with the client secret (HS256)',
      (claims) =>
        sealed({ alg: 'HS256' }, claims, (content) =>
          createHmac('sha256', CLIENT.secret).update(content).digest(),
        ),
    ],
    ['signed by a key that the issuer does not publish', (claims) => signed(claims, createSigningKey())],
    [
      'with a signature of another token',
      (claims) => `${signed(claims, issuer.rotateKey()).slice(0, -4)}AAAA`,
    ],
    ['that is no JWT', () => 'not.a-token'],
  ]
  test.each(forged)('%s is refused', async (_what, seal) => {
    expect(await signedIn({}, seal)).toBe(false)
    // An issuer that claims the algorithm in its metadata changes nothing.
    const lax = { ...issuer.metadata, id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'] }
    const open = store.browser()
    issuer.replace('/.well-known/openid-configuration', json(lax))
    expect(await signedIn({}, seal, open)).toBe(false)
    issuer.replace('/.well-known/openid-configuration', null)
  })

  test('is taken after the issuer changed its keys between two sign-ins, and no longer by the old key', async () => {
    const old = issuer.rotateKey()
    expect(await signedIn({})).toBe(true)
    issuer.rotateKey()
    expect(await signedIn({})).toBe(true)
    expect(await signedIn({}, (claims) => signed(claims, old))).toBe(false)
  })

  test.each([
    ['missing', undefined],
    ['a text', 'true'],
    ['a number', 1],
    ['null', null],
  ])('whose email_verified is %s opens no account that exists', async (_what, email_verified) => {
    const email = newEmail()
    const owner = store.browser()
    await owner.signUp(email)
    const link = linkIn(store.mails.at(-1))
    await owner.get(link.pathname + link.search)
    expect(await owner.proof()).toMatchObject({ email, emailVerified: true })
    expect(await signedIn({ email, email_verified })).toBe(false)
  })
})

describe('An issuer’s response', () => {
  const paths = ['/.well-known/openid-configuration', '/token', '/keys'] as const
  const responses: [string, RequestListener][] = [
    ['an error', (_request, response) => response.writeHead(500).end()],
    ['a page', (_request, response) => response.setHeader('content-type', 'text/html').end('<h1>Hello')],
    ['an empty object', json({})],
    ['a list', json([])],
    ['a truncated response', (_request, response) => void response.write('{', () => response.destroy())],
  ]
  test.each(paths.flatMap((path) => responses.map(([what, listener]) => ({ path, what, listener }))))(
    'of $what from $path is refused, and the next sign-in works',
    async ({ path, listener }) => {
      issuer.replace(path, listener)
      expect(await signedIn({})).toBe(false)
      issuer.replace(path, null)
      expect(await signedIn({})).toBe(true)
    },
  )

  test.each(paths)('that leads elsewhere from %s is not followed', async (path) => {
    issuer.replace('/elsewhere', (request, response) => {
      issuer.replace(path, null)
      response.writeHead(307, { location: request.headers.referer ?? issuer.url + path }).end()
    })
    issuer.replace(path, (_request, response) => response.writeHead(307, { location: '/elsewhere' }).end())
    expect(await signedIn({})).toBe(false)
    issuer.replace(path, null)
  })

  test.each(paths)('that is valid but far too large from %s is not read', async (path) => {
    issuer.replace(path, padded(path))
    expect(await signedIn({})).toBe(false)
    issuer.replace(path, null)
  })

  test('that says the callback names its issuer, as RFC 9207 has it, works', async () => {
    const named = { ...issuer.metadata, authorization_response_iss_parameter_supported: true }
    issuer.replace('/.well-known/openid-configuration', json(named))
    expect(await signedIn({})).toBe(true)
    issuer.replace('/.well-known/openid-configuration', null)
  })

  test('that names another issuer is refused before anyone is sent there', async () => {
    const other = { ...issuer.metadata, issuer: 'https://accounts.example.com' }
    issuer.replace('/.well-known/openid-configuration', json(other))
    expect((await store.browser().get('/auth/google')).status).toBe(503)
    issuer.replace('/.well-known/openid-configuration', null)
  })

  describe('that does not arrive in time', () => {
    beforeAll(() => void (timeoutMs = 100))
    afterAll(() => void (timeoutMs = 20_000))
    const waits: [string, RequestListener][] = [
      ['nothing', () => undefined],
      ['the head only', (_request, response) => response.writeHead(200).flushHeaders()],
    ]
    test.each(paths.flatMap((path) => waits.map(([what, listener]) => ({ path, what, listener }))))(
      '($what, from $path) is refused, and the popup says so',
      async ({ path, listener }) => {
        issuer.replace(path, listener)
        expect(await signedIn({})).toBe(false)
        issuer.replace(path, null)
      },
    )
  })
})

/**
 * Signs in with such a token.
 * @returns whether it worked; the popup's last page says the same.
 */
async function signedIn(
  claims: IdTokenClaims,
  seal?: (claims: IdTokenClaims) => string,
  browser = store.browser(),
): Promise<boolean> {
  const started = await browser.get('/auth/google')
  const page =
    started.status === 302 ? await finish(browser, new URL(started.headers.get('location') ?? '')) : started
  const signedIn = (await browser.proof()) !== null
  lastPage = await page.text()
  expect(lastPage).toContain(signedIn ? 'You are signed in.' : 'Not signed in')
  return signedIn

  async function finish(person: Browser, at: URL): Promise<Response> {
    const callback = issuer.signIn(at, { email: newEmail(), ...claims }, seal)
    const response = await person.get(callback.pathname + callback.search)
    return person.get(response.headers.get('location') ?? '')
  }
}

async function start(browser: Browser): Promise<URL> {
  return new URL((await browser.get('/auth/google')).headers.get('location') ?? '')
}

function json(body: unknown): RequestListener {
  return (_request, response) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
}

/** The issuer's response with leading blanks: still JSON. */
function padded(path: string): RequestListener {
  return (request, response) => {
    issuer.replace(path, null)
    void text(request)
      .then((body) =>
        fetch(issuer.url + path, {
          method: request.method ?? 'GET',
          headers: { 'content-type': request.headers['content-type'] ?? 'application/json' },
          ...(body && { body }),
        }),
      )
      .then((real) => real.text())
      .then((real) => response.setHeader('content-type', 'application/json').end(' '.repeat(HUGE) + real))
  }
}
