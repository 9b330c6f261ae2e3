import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { createIdentities } from '#demo/data/create-identities.ts'
import { demoAdmin as admin, demoCustomer as customer, demoPassword } from '#demo/data/demo-users.ts'
import { makeAdmin } from '../../src/ops/make-admin.ts'
import type { TestStore } from './test-store.ts'

/** The credentials of a person. */
export type Credentials = { name: string; email: string; password: string }

/** The accounts of a demo store. */
export const demoCustomer: Credentials = { ...customer, password: demoPassword }
export const demoAdmin: Credentials = { ...admin, password: demoPassword }

/** A signed-in user with the cookie and access token of a real sign-in. */
export type User = Credentials & { token: string; cookie: string; call: Caller }

/** Makes a REST call with this user's token, if any. */
export type Caller = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<ApiResponse>

/** A status with the parsed body. */
export type ApiResponse = { status: number; body: any; headers: Headers }

/** The password of all test users. */
export const PASSWORD = 'gasket-rocker-42'

/** An email that no account has yet. */
export const newEmail = () => `${randomUUID().slice(0, 8)}@people.test`

/** A person without an account. */
export function newCredentials(name = 'Robin Fielder'): Credentials {
  return { name, email: newEmail(), password: PASSWORD }
}

/** An API client with or without a token: sends JSON, and parses the JSON of answers that are. */
export function caller(store: { url: string }, token?: string): Caller {
  return async (method, path, body, headers = {}) => {
    const response = await fetch(store.url + path, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') ?? false
    return {
      status: response.status,
      body: text === '' ? null : isJson ? JSON.parse(text) : text,
      headers: response.headers,
    }
  }
}

/** All test users have one password, so it is hashed once. */
const hashes = new Map<string, string>()

/**
 * Opens an account, verified unless said otherwise, and signs it in for real: password, cookie, PUT
 * /user/{email}.
 */
export async function signIn(
  store: Pick<TestStore, 'url' | 'db'>,
  options: { admin?: boolean; name?: string; unverified?: boolean } = {},
): Promise<User> {
  const person = newCredentials(options.name)
  await createIdentities(store.db, [{ ...person, emailVerified: !options.unverified }], hashes)
  const user = await signInAs(store, person)
  if (options.admin) await makeAdmin(store.db, person.email)
  return user
}

/** Inserts an account without a sign-in. Returns its email. */
export async function insertAccount(
  store: Pick<TestStore, 'db'>,
  over: { email_verified?: boolean; role?: 'customer' | 'admin' } = {},
): Promise<string> {
  const id = randomUUID()
  const email = `${id}@people.test`
  await store.db
    .insertInto('accounts')
    .values({ id, email, name: 'Newt', email_verified: true, ...over })
    .execute()
  await sql`
    insert into identity."user" ("id", "name", "email", "emailVerified") values (${id}, 'Newt', ${email}, true)`.execute(
    store.db,
  )
  return email
}

/** Signs in over HTTP, by password: with a new cookie and token each time. */
export async function signInAs(store: { url: string }, person: Credentials): Promise<User> {
  const { token, cookie } = await issueAccessToken(store, person.email, person.password)
  return { ...person, token, cookie, call: caller(store, token) }
}

/** Signs up over HTTP, as people do: the email is unverified. */
export async function signUp(store: { url: string }, person: Credentials): Promise<User> {
  const cookie = cookieOf(await caller(store)('POST', '/auth/sign-up/email', person))
  const token = await tokenOfSession(store, person.email, cookie)
  return { ...person, token, cookie, call: caller(store, token) }
}

/** Signs in with a password and gets an access token. */
export async function issueAccessToken(
  store: { url: string },
  email: string,
  password: string,
): Promise<{ token: string; cookie: string }> {
  const cookie = cookieOf(await caller(store)('POST', '/auth/sign-in/email', { email, password }))
  return { token: await tokenOfSession(store, email, cookie), cookie }
}

async function tokenOfSession(store: { url: string }, email: string, cookie: string): Promise<string> {
  const response = await caller(store)('PUT', `/user/${email}`, { email }, { cookie })
  if (response.status !== 200)
    throw new Error(`No token: ${response.status} ${JSON.stringify(response.body)}`)
  return response.body.token
}

/**
 * The cookies that this response of the identity provider sets, as the next request sends them.
 * @throws Error unless it succeeded.
 */
export function cookieOf({ status, body, headers }: ApiResponse): string {
  if (status !== 200) throw new Error(`No session: ${status} ${JSON.stringify(body)}`)
  return headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

/** An identity with a session but without an account: the session token is a valid bearer. */
export type IdentitySession = { email: string; name: string; session: string }

/** Inserts verified identities with sessions: signing many in by password would take seconds. */
export async function openSessions(store: TestStore, count: number): Promise<IdentitySession[]> {
  const newcomers = Array.from({ length: count }, (_, i) => ({
    email: `${randomUUID().slice(0, 8)}@people.test`,
    name: `Buyer ${i + 1}`,
    session: randomUUID(),
  }))
  const subjects = await createIdentities(
    store.db,
    newcomers.map(({ email, name }) => ({ email, name, password: PASSWORD, emailVerified: true })),
    hashes,
  )
  for (const { email, session } of newcomers)
    await sql`insert into identity.session (id, token, "userId", "expiresAt")
      values (${randomUUID()}, ${session}, ${subjects.get(email)}, now() + interval '1 hour')`.execute(
      store.db,
    )
  return newcomers
}

/** Marks the user's email as verified. */
export async function verifyEmail(store: Pick<TestStore, 'db'>, person: User): Promise<void> {
  await store.db
    .updateTable('accounts')
    .set({ email_verified: true })
    .where('email', '=', person.email)
    .execute()
}

/** Users with an access token but without a cookie, quickly. */
export async function signInMany(store: TestStore, count: number): Promise<User[]> {
  return Promise.all(
    (await openSessions(store, count)).map(async ({ email, name, session }) => {
      const response = await caller(store, session)('PUT', `/user/${email}`, { email })
      if (response.status !== 200)
        throw new Error(`No token: ${response.status} ${JSON.stringify(response.body)}`)
      const { token } = response.body
      return { email, name, password: PASSWORD, token, cookie: '', call: caller(store, token) }
    }),
  )
}
