import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Tables } from '#db/schema/tables.ts'
import { createIdentities } from '#demo/data/create-identities.ts'

/** A user signed in over HTTP. */
export type BenchUser = { id: string; email: string; password: string; token: string }

const PASSWORD = 'gasket-rocker-42'
/** Concurrent sign-ups: passwords are slow to hash on purpose. */
const CONCURRENT_SIGN_UPS = 4

/** Opens accounts and signs each in over HTTP: password, cookie, PUT /user/{email}. */
export async function signInBuyers(
  storeUrl: string,
  databaseUrl: string,
  count: number,
): Promise<BenchUser[]> {
  const emails = Array.from({ length: count }, (_, i) => `buyer-${i}@bench.test`)
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: databaseUrl, max: 1 }) }),
  })
  const ids = await createIdentities(
    db,
    emails.map((email) => ({ email, name: 'A Buyer', password: PASSWORD, emailVerified: true })),
  )
  await db.destroy()
  const users: BenchUser[] = []
  while (users.length < count) {
    const some = emails.slice(users.length, users.length + CONCURRENT_SIGN_UPS)
    const signedIn = some.map(async (email) => ({
      id: ids.get(email) ?? '',
      email,
      password: PASSWORD,
      token: await issueAccessToken(storeUrl, email, PASSWORD),
    }))
    users.push(...(await Promise.all(signedIn)))
  }
  return users
}

/**
 * Signs in with a password.
 * @returns the access token.
 */
export async function issueAccessToken(url: string, email: string, password: string): Promise<string> {
  const signedIn = await fetch(`${url}/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const response = await fetch(`${url}/user/${email}`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', cookie },
    body: JSON.stringify({ email }),
  })
  if (!response.ok) throw new Error(`${email} got no token: ${response.status} ${await response.text()}`)
  return ((await response.json()) as { token: string }).token
}
