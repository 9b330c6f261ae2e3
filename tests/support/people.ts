import { randomUUID } from 'node:crypto'
import { createIdentities } from '#integrations/identity/create-identities.ts'
import type { TestStore } from './test-store.ts'

/** Somebody who is signed in: the identity cookie and the access token, got through the door. */
export type Person = { email: string; name: string; token: string; cookie: string; call: Caller }

/** Makes a REST call as this person (or as nobody). */
export type Caller = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer>

/** A status with the parsed body. */
export type Answer = { status: number; body: any; headers: Headers }

const PASSWORD = 'gasket-rocker-42'

/** A visitor, or anybody with a token: sends JSON, parses JSON. */
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
    return { status: response.status, body: text ? JSON.parse(text) : null, headers: response.headers }
  }
}

/** Opens a confirmed account and signs it in for real: password, cookie, PUT /user/{email}. */
export async function signIn(
  store: Pick<TestStore, 'url' | 'db'>,
  options: { admin?: boolean; name?: string } = {},
): Promise<Person> {
  const email = `${randomUUID().slice(0, 8)}@people.test`
  const name = options.name ?? 'Robin Fielder'
  await createIdentities(store.db, [{ email, name, password: PASSWORD, emailVerified: true }])
  const { token, cookie } = await takeToken(store, email, PASSWORD)
  if (options.admin) {
    // The first admin of a store is made at the command line, which writes the same.
    await store.db.updateTable('accounts').set({ role: 'admin' }).where('email', '=', email).execute()
  }
  return { email, name, token, cookie, call: caller(store, token) }
}

/** Signs somebody in anew who has logged out: the same person with a new cookie and token. */
export async function signInAgain(store: { url: string }, person: Person): Promise<Person> {
  const { token, cookie } = await takeToken(store, person.email, PASSWORD)
  return { ...person, token, cookie, call: caller(store, token) }
}

/** Signs in with a password and takes an access token. */
export async function takeToken(
  store: { url: string },
  email: string,
  password: string,
): Promise<{ token: string; cookie: string }> {
  const signedIn = await fetch(`${store.url}/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (!signedIn.ok) throw new Error(`Signing in failed: ${signedIn.status} ${await signedIn.text()}`)
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const answer = await caller(store)('PUT', `/user/${email}`, { email }, { cookie })
  if (answer.status !== 200) throw new Error(`No token: ${answer.status} ${JSON.stringify(answer.body)}`)
  return { token: answer.body.token, cookie }
}
