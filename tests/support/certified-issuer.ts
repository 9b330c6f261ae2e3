import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { type Configuration } from 'oidc-provider'
import { CLIENT, createSigningKey } from './oidc-issuer.ts'

/** An hour in seconds. */
const HOUR = 3_600

/** A person with an account at the issuer; the id is what they type as their login. */
export type IssuerAccount = { email?: string; email_verified?: boolean; name?: string }

/**
 * An OpenID Connect issuer by `oidc-provider`, a certified implementation that this project did not write, on
 * loopback: its own discovery, keys, codes, PKCE, refresh tokens that rotate, userinfo, and its own pages for
 * login, consent and sign-out.
 * @param options.claimsInIdToken email and name are in the id token; otherwise only at the userinfo endpoint.
 * @param options.refreshTokens whether it issues them.
 */
export async function startCertifiedIssuer(
  options: { claimsInIdToken?: boolean; refreshTokens?: boolean } = {},
) {
  const { claimsInIdToken = true, refreshTokens = true } = options
  let listener: RequestListener = (_, response) => void response.writeHead(503).end()
  let requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${(request.url ?? '').split('?')[0]}`)
    // With it, Google shows its accounts; the pages of this provider ask for a login anyway.
    request.url = request.url?.replace('&prompt=select_account', '')
    listener(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://localhost:${(server.address() as AddressInfo).port}`
  const accounts = new Map<string, IssuerAccount>()
  const signingKey = createSigningKey()
  let provider: Provider | undefined

  /** Starts to serve the client of this store. */
  function serve(storeUrl: string): void {
    const configuration: Configuration = {
      clients: [
        {
          client_id: CLIENT.id,
          client_secret: CLIENT.secret,
          redirect_uris: [`${storeUrl}/auth/oidc/callback`, `${storeUrl}/auth/callback/google`],
          post_logout_redirect_uris: [`${storeUrl}/`],
          grant_types: ['authorization_code', ...(refreshTokens ? ['refresh_token'] : [])],
        },
      ],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
      conformIdTokenClaims: !claimsInIdToken,
      issueRefreshToken: async (_, client) => client.grantTypeAllowed('refresh_token'),
      jwks: {
        keys: [{ ...signingKey.privateKey.export({ format: 'jwk' }), kid: signingKey.kid, use: 'sig' }],
      },
      // Set explicitly, as otherwise the library prints a hint for each.
      ttl: {
        AccessToken: HOUR,
        Grant: HOUR,
        IdToken: HOUR,
        Interaction: HOUR,
        RefreshToken: HOUR,
        Session: HOUR,
      },
      pkce: { required: () => true },
      findAccount: (_, id) => {
        const account = accounts.get(id)
        return account && { accountId: id, claims: async () => ({ sub: id, ...account }) }
      },
    }
    provider = new Provider(url, configuration)
    recover()
  }

  function recover(): void {
    const handle = provider?.callback()
    if (handle) listener = (request, response) => void handle(request, response)
  }

  return {
    url,
    accounts,
    /** The key that signs its id tokens. */
    signingKey,
    serve,
    /** Requests since the last call, such as `POST /token`. */
    drainRequests() {
      const drained = requests
      requests = []
      return drained
    },
    /** Responds only with 503 until `serve` is called again. */
    fail() {
      listener = (_, response) => void response.writeHead(503).end()
    },
    recover,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export type CertifiedIssuer = Awaited<ReturnType<typeof startCertifiedIssuer>>

/** A browser without scripts: it keeps the cookies of each host and follows redirects. */
export class PlainBrowser {
  readonly #jars = new Map<string, Map<string, string>>()
  /** The URL of its last redirect. */
  url = ''

  /** The Cookie header for this URL. */
  cookiesFor(url: string): string {
    const jar = this.#jars.get(new URL(url).host)
    return [...(jar ?? [])].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  /** A request, without following redirects. */
  async send(url: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    const cookie = this.cookiesFor(url)
    if (cookie) headers.set('cookie', cookie)
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    const { host } = new URL(url)
    const jar = this.#jars.get(host) ?? new Map<string, string>()
    this.#jars.set(host, jar)
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(/; ?/)
      const [name = '', value = ''] = pair.split(/=(.*)/s)
      const ends = attributes.some((text) => /^(max-age=0|expires=Thu, 01 Jan 1970)/i.test(text))
      if (ends) jar.delete(name)
      else jar.set(name, value)
    }
    this.url = url
    return response
  }

  /** Follows redirects until it gets a page, or a URL that `isEnd` accepts. */
  async open(
    url: string,
    isEnd: (url: string) => boolean = () => false,
    init?: RequestInit,
  ): Promise<Response> {
    let response = await this.send(url, init)
    for (let hops = 0; hops < 10; hops += 1) {
      const location = response.headers.get('location')
      if (location === null) return response
      const next = new URL(location, this.url).href
      if (isEnd(next)) {
        this.url = next
        return response
      }
      response = await this.send(next)
    }
    throw new Error(`Too many redirects at ${this.url}`)
  }

  /**
   * Signs in on the issuer's own pages, wherever they are now.
   * @param isEnd whether a URL is past the issuer's pages.
   */
  async signInAtIssuer(start: string, login: string, isEnd: (url: string) => boolean): Promise<void> {
    let page = await this.open(start, isEnd)
    for (let steps = 0; steps < 4 && !isEnd(this.url); steps += 1) {
      const html = await page.text()
      const action = /<form[^>]* action="([^"]+)"/.exec(html)?.[1]
      const prompt = /name="prompt" value="(\w+)"/.exec(html)?.[1]
      if (!action || !prompt) throw new Error(`No form at ${this.url}: ${html.slice(0, 300)}`)
      const form = new URLSearchParams({ prompt, ...(prompt === 'login' && { login, password: 'any' }) })
      page = await this.open(new URL(action, this.url).href, isEnd, { method: 'POST', body: form })
    }
  }
}
