import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import { isConstraint } from '#db/is-constraint.ts'
import type { IdentityProof } from '#domain/accounts/identity-provider.ts'
import { ok, type Outcome, refused } from '#domain/shared/outcome.ts'
import { claimUnverifiedAccount, type ProviderLink } from '../claim-unverified-account.ts'
import { nameFrom, type PersonClaims } from '../oidc-claims.ts'

/** A session to open, or to continue, for a person whom the provider has just proved. */
export type SessionToOpen = {
  id: string
  /** The hash of its cookie; null for a sign-in that shows ID tokens. */
  cookieHash: string | null
  /** How long it lasts from now unless it is used, in minutes. */
  minutes: number
}

/** Where accounts are, and the provider that proves their people, such as `firebase:<project>`. */
export type Accounts = { db: Database; providerId: string }
type User = { id: string; email: string; name: string; emailVerified: boolean }
type Person = Extract<PersonClaims, { email: string }>

const NO_EMAIL = refused(
  'forbidden',
  'Your account there shares no email address that this store can use. Add one, then log in again.',
)
const ENDED = refused('unauthenticated', 'This sign-in has ended. Please log in again.')
const EMAIL_TAKEN = refused(
  'forbidden',
  'There is already an account with this email address, and you are not signed in as its owner. If the address is yours, verify it, then log in again.',
)

/**
 * The store's account of a person whom a hosted provider has proved, with a session. Only the provider's
 * subject names the person; the email address counts when a subject comes for the first time, by the embedded
 * provider's rules: an unverified address never opens an existing account, a verified one opens a verified
 * account, and takes over an unverified one, except an admin's who has moved to this address. An account
 * belongs to one subject of a provider at most. A subject's account becomes verified with its address: its
 * other sign-ins then end. Refusals: forbidden when the person may not open the account of this address;
 * unauthenticated when the session has ended here.
 */
export async function openHostedSession(
  deps: Accounts,
  claims: PersonClaims,
  session: SessionToOpen,
): Promise<Outcome<IdentityProof>> {
  if (claims.email === null) return NO_EMAIL
  const { db, providerId } = deps
  const person: Person = claims
  const link = { providerId, subject: person.subject }
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    try {
      const opened = await db.transaction().execute((trx) => openOnce(trx, link, person, session))
      if (opened.user) {
        const { id: subject, ...user } = opened.user
        return ok({ subject, ...user, sessionId: session.id })
      }
      if (opened.refusal) return opened.refusal
      const claim = { email: person.email, name: person.name ?? nameFrom(person.email), link }
      await claimUnverifiedAccount(db, claim)
    } catch (error) {
      // The same person in two tabs at once; the second time finds the account.
      const raced = ['user_email_key', 'account_providerId_accountId_idx'].some((name) =>
        isConstraint(error, name),
      )
      if (!raced) throw error
    }
  }
  return EMAIL_TAKEN
}

/** With neither user nor refusal, an unverified account must be claimed first. */
type Opened = { user?: User; refusal?: Outcome<never> }

async function openOnce(
  trx: Database,
  link: ProviderLink,
  person: Person,
  session: SessionToOpen,
): Promise<Opened> {
  const linked = await findUser(
    trx,
    sql`id = (select "userId" from identity.account
      where "providerId" = ${link.providerId} and "accountId" = ${link.subject})`,
  )
  const named = linked?.email === person.email ? linked : await findUser(trx, sql`email = ${person.email}`)
  if (linked && named && named.id !== linked.id) return { refusal: EMAIL_TAKEN }
  if (linked) return continueSession(trx, linked, person, session)
  if (!named) {
    const { email, emailVerified } = person
    const made = { id: randomUUID(), email, name: person.name ?? nameFrom(email), emailVerified }
    await sql`insert into identity."user" (id, name, email, "emailVerified")
      values (${made.id}, ${made.name}, ${email}, ${emailVerified})`.execute(trx)
    await addLink(trx, made.id, link)
    return continueSession(trx, made, person, session)
  }
  const links = await sql<{ accountId: string; role: string | null }>`
    select "accountId", (select role from public.accounts where id = "userId") as role from identity.account
    where "userId" = ${named.id} and "providerId" = ${link.providerId}`.execute(trx)
  // Another tab has just made it.
  if (links.rows.some(({ accountId }) => accountId === link.subject))
    return continueSession(trx, named, person, session)
  if (!person.emailVerified) return { refusal: EMAIL_TAKEN }
  // The role was given to the other person, who has moved to this address.
  if (!named.emailVerified)
    return links.rows.some(({ role }) => role === 'admin') ? { refusal: EMAIL_TAKEN } : {}
  if (links.rows.length > 0) return { refusal: EMAIL_TAKEN }
  await addLink(trx, named.id, link)
  return continueSession(trx, named, person, session)
}

/** Locks the user, as ending a session does: of the two the later one sees what the other did. */
async function findUser(trx: Database, which: ReturnType<typeof sql>): Promise<User | undefined> {
  const found = await sql<User>`
    select id, email, name, "emailVerified" from identity."user" where ${which} for update`.execute(trx)
  return found.rows[0]
}

async function addLink(trx: Database, userId: string, link: ProviderLink): Promise<void> {
  await sql`insert into identity.account (id, "accountId", "providerId", "userId")
    values (${randomUUID()}, ${link.subject}, ${link.providerId}, ${userId})`.execute(trx)
}

/** Brings the user up to date with the claims and opens the session, unless it has ended. */
async function continueSession(
  trx: Database,
  before: User,
  person: Person,
  session: SessionToOpen,
): Promise<Opened> {
  const ended = await sql`select from identity.ended_sign_in where id = ${session.id}`.execute(trx)
  if (ended.rows.length > 0) return { refusal: ENDED }
  const sameEmail = before.email === person.email
  // An older proof does not clear it.
  const emailVerified = person.emailVerified || (sameEmail && before.emailVerified)
  const user: User = { id: before.id, email: person.email, name: person.name ?? before.name, emailVerified }
  const verifies = emailVerified && !(sameEmail && before.emailVerified)
  if (verifies) {
    // Lock order: the account, then the sessions, then their tokens, as in issuing a token and logging out.
    await sql`update public.accounts set email_verified = true where id = ${user.id} and email = ${user.email}`.execute(
      trx,
    )
    await endSessions(trx, sql`"userId" = ${user.id} and id <> ${session.id}`)
    await sql`delete from public.access_tokens
      where account_id = ${user.id} and session_id is distinct from ${session.id}`.execute(trx)
  }
  await sql`update identity."user" set email = ${user.email}, name = ${user.name}, "emailVerified" = ${emailVerified}, "updatedAt" = now()
    where id = ${user.id} and (email, name, "emailVerified") is distinct from (${user.email}, ${user.name}, ${emailVerified})`.execute(
    trx,
  )
  const opened = await sql`
    insert into identity."session" (id, token, "userId", "expiresAt")
    values (${session.id}, ${session.cookieHash ?? `none:${session.id}`}, ${user.id}, now() + make_interval(mins => ${session.minutes}))
    on conflict (id) do update set "expiresAt" = excluded."expiresAt", "updatedAt" = now()
    where session."userId" = ${user.id}`.execute(trx)
  if (Number(opened.numAffectedRows) === 0) return { refusal: ENDED }
  return { user }
}

/**
 * Ends one session with its access tokens, and for ID tokens of the same sign-in too.
 * @returns whether it was open.
 */
export async function endHostedSession(db: Database, sessionId: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await findUser(trx, sql`id = (select "userId" from identity."session" where id = ${sessionId})`)
    return (await endSessions(trx, sql`id = ${sessionId}`)) > 0
  })
}

/** Ends a sign-in that may not have a session yet. */
export async function endSignIn(db: Database, signInId: string): Promise<void> {
  await sql`insert into identity.ended_sign_in (id) values (${signInId}) on conflict (id) do nothing`.execute(
    db,
  )
  await endHostedSession(db, signInId)
}

/** Access tokens end with their session, by a foreign key. */
async function endSessions(trx: Database, which: ReturnType<typeof sql>): Promise<number> {
  const ended = await sql`
    with ended as (delete from identity."session" where ${which} returning id)
    insert into identity.ended_sign_in (id) select id from ended on conflict (id) do nothing returning id`.execute(
    trx,
  )
  return ended.rows.length
}
