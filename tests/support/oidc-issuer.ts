import { createHash, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export const CLIENT = { id: 'driveline-test', secret: 'not-a-real-secret' }

/** The claims of an id token; `undefined` omits a claim. */
export type IdTokenClaims = Record<string, unknown>
type SigningKey = { kid: string; privateKey: KeyObject; publicKey: KeyObject }
type Grant = { challenge: string; redirectUri: string; idToken: () => string }

/**
 * An OpenID Connect issuer on loopback with configurable responses: id tokens of any claims, signed by any
 * key or none, and any response in place of its own. It checks the code, the verifier, the redirect URL and
 * the secret as a real one does.
 */
export async function startOidcIssuer() {
  const server = createServer((...exchange) => void respond(...exchange)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const grants = new Map<string, Grant>()
  const replaced = new Map<string, RequestListener>()
  let key = createSigningKey()

  const metadata = {
    issuer: url,
    authorization_endpoint: `${url}/authorize`,
    token_endpoint: `${url}/token`,
    jwks_uri: `${url}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  }

  async function respond(...[request, response]: Parameters<RequestListener>): Promise<void> {
    const path = request.url ?? '/'
    const replacement = replaced.get(path)
    if (replacement) return replacement(request, response)
    const [status, body] =
      path === '/.well-known/openid-configuration'
        ? [200, metadata]
        : path === '/keys'
          ? [200, { keys: [{ ...key.publicKey.export({ format: 'jwk' }), kid: key.kid, use: 'sig' }] }]
          : redeem(new URLSearchParams(await text(request)))
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }

  function redeem(form: URLSearchParams): [number, object] {
    const code = form.get('code') ?? ''
    const grant = grants.get(code)
    grants.delete(code)
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    return grant &&
      challenge === grant.challenge &&
      form.get('redirect_uri') === grant.redirectUri &&
      form.get('client_id') === CLIENT.id &&
      form.get('client_secret') === CLIENT.secret
      ? [200, { access_token: randomUUID(), token_type: 'Bearer', id_token: grant.idToken() }]
      : [400, { error: 'invalid_grant' }]
  }

  return {
    url,
    metadata,
    /** The key that signs from now on, and the only one that is published. */
    rotateKey: () => (key = createSigningKey()),
    /** Overrides the response of this path; null restores it. */
    replace: (path: string, listener: RequestListener | null) =>
      listener ? replaced.set(path, listener) : replaced.delete(path),
    /**
     * Signs in on the issuer's page.
     * @param start the URL to which the store redirected the browser.
     * @param change the claims instead of the usual ones.
     * @param seal makes the token instead of signing it with the current key.
     * @returns the URL to which the issuer redirects the browser.
     */
    signIn(start: URL, change: IdTokenClaims, seal = (claims: IdTokenClaims) => signed(claims, key)): URL {
      const query = start.searchParams
      const now = Math.floor(Date.now() / 1_000)
      const claims = {
        iss: url,
        aud: CLIENT.id,
        sub: randomUUID(),
        iat: now,
        exp: now + 3600,
        nonce: query.get('nonce'),
        name: 'Ada Byron',
        email_verified: true,
        ...change,
      }
      const code = randomUUID()
      const redirectUri = query.get('redirect_uri') ?? ''
      const challenge = query.get('code_challenge') ?? ''
      grants.set(code, { challenge, redirectUri, idToken: () => seal(claims) })
      const callback = new URL(redirectUri)
      callback.searchParams.set('code', code)
      callback.searchParams.set('state', query.get('state') ?? '')
      return callback
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export type OidcIssuer = Awaited<ReturnType<typeof startOidcIssuer>>

export function createSigningKey(): SigningKey {
  return { kid: randomUUID(), ...generateKeyPairSync('rsa', { modulusLength: 2048 }) }
}

/** A JWT signed by RS256. */
export function signed(claims: IdTokenClaims, { kid, privateKey }: SigningKey): string {
  return sealed({ alg: 'RS256', kid }, claims, (content) => sign('sha256', Buffer.from(content), privateKey))
}

/** A JWT with any header and signature. */
export function sealed(
  header: object,
  claims: IdTokenClaims,
  signatureOf: (content: string) => Buffer,
): string {
  const content = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  return `${content}.${signatureOf(content).toString('base64url')}`
}
