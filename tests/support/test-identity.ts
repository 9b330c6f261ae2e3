import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { readConfig } from '#config/env.ts'
import type { Database } from '#db/connection.ts'
import { createRateLimits } from '#db/rate-limits.ts'
import { isIdentityError } from '#domain/accounts/identity-provider.ts'
import type { Mail } from '#domain/mails/mail.ts'
import { ok } from '#domain/shared/outcome.ts'
import { isFromOwnPages } from '#domain/shared/same-origin.ts'
import { problemResponse } from '../../src/api/problem.ts'
import { checkIdentityRequest } from '../../src/api/serve-identity.ts'
import { createEmbeddedIdentity } from '../../src/integrations/identity/better-auth.ts'
import {
  createPasswordHashing,
  type PasswordHashing,
} from '../../src/integrations/identity/password-hashing.ts'
import { addressForLimits } from '../../src/server/http/client-address.ts'
import { codeOf } from './authenticator.ts'
import { hashingOfTests } from './cached-hashing.ts'
import { RAISED_LIMITS } from './raised-limits.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

/** The header with the client address of a test's request; the store reads it from the connection. */
export const TEST_ADDRESS = 'x-test-address'
export const APP_URL = 'http://localhost:3000'

/**
 * An identity provider on a real database whose emails can be read, behind the API's checks.
 * @param env settings that differ from the defaults.
 * @param onMail called for each mail.
 * @param hashing in place of the tests' own.
 */
export function testIdentity(
  db: Database,
  env: Record<string, string> = {},
  onMail?: () => Promise<void>,
  hashing: PasswordHashing = hashingOfTests() ?? createPasswordHashing(),
) {
  const mails: Mail[] = []
  const config = readConfig({ APP_URL, ...RAISED_LIMITS, ...env })
  const limits = createRateLimits(db, config)
  const appUrl = () => env.APP_URL || APP_URL
  const provider = createEmbeddedIdentity({
    db,
    config,
    limits,
    hashing,
    log: { error: () => undefined },
    secret: 'a secret for tests, long enough to be valid 0123456789',
    appUrl,
    store: async () => ({ name: 'Driveline', since: 1992 }),
    mail: {
      async send(mail) {
        await onMail?.()
        const complete = await provider.completeMail(mail)
        if (complete) mails.push(complete)
      },
    },
    jobs: { wake: () => undefined },
    sharedEmails: [],
    // Orders are tested with a whole store: tests/resilience/identity.test.ts.
    deleteOpenOrders: async () => ok(null),
    deleteUnpaidOrders: async () => ok(null),
    publishChange: () => undefined,
  })
  const checks = {
    limits,
    isFromOwnPages: (request: Request) =>
      isFromOwnPages(request, appUrl(), { isStrict: config.APP_URL !== undefined }),
  }
  async function handle(request: Request): Promise<Response> {
    const { headers } = request
    const forwarded = headers.get('x-forwarded-for')
    const address = addressForLimits(headers.get(TEST_ADDRESS), forwarded, config.TRUST_PROXY)
    const checked = await checkIdentityRequest(checks, request, address)
    const outcome = checked.ok ? await provider.handle(request, checked.value) : checked
    if (!outcome.ok)
      return problemResponse(outcome.refusal, { path: new URL(request.url).pathname, requestId: 'test' })
    if (!isIdentityError(outcome.value)) return outcome.value
    const { code, message, ...init } = outcome.value
    return Response.json({ code, message }, init)
  }
  async function prove(headers: Headers) {
    const proved = await provider.prove(headers)
    return proved.ok ? proved.value : null
  }
  const identity = { ...provider, handle, prove }
  return {
    identity,
    db,
    mails,
    browser: (address?: string) => new Browser(identity, address),
  }
}

export type TestIdentity = ReturnType<typeof testIdentity>

/**
 * For the top of a test file: one fresh database for all its tests; `give` receives a provider on it before
 * each, without sent emails.
 * @param env settings that differ from the defaults, asked for before each test.
 */
export function identityForEachTest(
  give: (fresh: TestIdentity) => void,
  env?: () => Record<string, string>,
): void {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.drop())
  beforeEach(() => give(testIdentity(database.db, env?.())))
}

let users = 0
/** An email unused in this file. */
export const newEmail = () => `person${(users += 1)}@example.com`

/** The address of a mail's button. */
export function linkIn(mail: Mail | undefined): URL {
  const link = mail?.content.button?.href
  if (!link) throw new Error('There is no link in this mail')
  return new URL(link)
}

/** The six digits in a verification email. */
export function codeIn(mail: Mail | undefined): string {
  return mail?.content.facts?.find(({ label }) => label === 'Your code')?.value ?? ''
}

/** A browser: stores cookies and sends its origin. */
export class Browser {
  readonly cookies = new Map<string, string>()
  readonly #identity: TestIdentity['identity']
  readonly #address: string

  constructor(identity: TestIdentity['identity'], address = '203.0.113.7') {
    this.#identity = identity
    this.#address = address
  }

  /** The Cookie header as the next request sends it. */
  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
    return this.#send(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', origin: APP_URL, ...headers },
    })
  }

  get(path: string): Promise<Response> {
    return this.#send(path, { headers: { 'sec-fetch-site': 'same-origin' } })
  }

  signUp(email: string, password = 'winding-road', name = 'Ada Byron'): Promise<Response> {
    return this.post('/auth/sign-up/email', { name, email, password })
  }

  signIn(email: string, password = 'winding-road'): Promise<Response> {
    return this.post('/auth/sign-in/email', { email, password })
  }

  /** The user of this browser's session. */
  proof() {
    return this.#identity.prove(new Headers({ cookie: this.cookie }))
  }

  async #send(path: string, init: RequestInit & { headers: Record<string, string> }): Promise<Response> {
    const headers = new Headers(init.headers)
    headers.set(TEST_ADDRESS, this.#address)
    if (this.cookie) headers.set('cookie', this.cookie)
    const response = await this.#identity.handle(new Request(new URL(path, APP_URL), { ...init, headers }))
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split('; ')
      const [name = '', value = ''] = pair.split(/=(.*)/s)
      if (attributes.some((attribute) => attribute.toLowerCase() === 'max-age=0')) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    return response
  }
}

/**
 * Gives the account a row in the store and one access token bound to the session, as PUT /user/{email} does.
 */
export async function giveAccessToken(
  db: Database,
  proof: { subject: string; email: string; sessionId: string | null },
) {
  await sql`insert into accounts (id, email, name, address) values (${proof.subject}, ${proof.email}, 'Ada', '1 First Street')
    on conflict (id) do nothing`.execute(db)
  await sql`insert into access_tokens (token_hash, account_id, session_id, expires_at)
    values (decode(md5(random()::text), 'hex'), ${proof.subject}, ${proof.sessionId}, now() + interval '15 minutes')`.execute(
    db,
  )
}

/** How many access tokens an account has. */
export async function accessTokensOf(db: Database, subject: string): Promise<number> {
  const found = await sql<{
    count: number
  }>`select count(*)::int as count from access_tokens where account_id = ${subject}`.execute(db)
  return found.rows[0]?.count ?? 0
}

/**
 * Switches the second factor of a signed-in browser on. The current code is used: sign in with the next one.
 */
export async function switchOn(browser: Browser, password = 'winding-road') {
  const begun = await browser.post('/auth/two-factor/enable', { password })
  if (!begun.ok) throw new Error(`No second factor: ${begun.status} ${await begun.text()}`)
  const { totpURI, backupCodes } = (await begun.json()) as { totpURI: string; backupCodes: string[] }
  const confirmed = await browser.post('/auth/two-factor/verify-totp', { code: codeOf(totpURI) })
  if (!confirmed.ok) throw new Error(`Not confirmed: ${confirmed.status} ${await confirmed.text()}`)
  return { totpURI, backupCodes }
}
