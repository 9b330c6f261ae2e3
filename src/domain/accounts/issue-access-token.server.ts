import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { isConstraint } from '#db/is-constraint.ts'
import { ok, type Outcome, refused } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import { toAccount } from './account-queries.server.ts'
import type { Account } from './account.ts'
import type { IdentityProof } from './identity-provider.ts'
import { LOG_IN_FIRST } from './viewer.ts'

/**
 * `expiresAt` in ISO 8601; the account as GET /user/{email} returns it. `claimed`: its owner has just taken
 * it over from an unverified sign-up, and is told what was removed.
 */
type IssuedToken = { token: string; expiresAt: string; account: Account; claimed?: true }

/** For how long after a claim its owner is told, in minutes. */
const TELL_MINUTES = 15

/**
 * Issues an access token to a verified identity and creates its account on first use. Access: the identity
 * proved by this request. The token is 256 random bits, stored as its SHA-256, and is valid for
 * `tokenMinutes`; it ends with the identity session that proved it. Name and email follow the proof, and so
 * does "verified", which an older proof never clears; the role never changes.
 * @param email the normalized email of the path.
 * Refusals: forbidden when the email is not the proved one, or belongs to another identity; unauthenticated
 * when the session is just ending.
 */
export async function issueAccessToken(
  shop: Pick<Shop, 'db' | 'rules'>,
  proof: IdentityProof,
  email: string,
): Promise<Outcome<IssuedToken>> {
  if (proof.email !== email) return refused('forbidden', 'You are signed in with another email address.')
  const token = randomBytes(32).toString('base64url')
  try {
    let issued = await storeToken(shop, proof, token)
    if (!issued) {
      await createAccount(shop, proof)
      issued = await storeToken(shop, proof, token)
    }
    if (issued) return ok(issued)
  } catch (error) {
    // The user signed out or reset the password after the proof was read.
    if (isConstraint(error, 'access_tokens_end_with_their_session'))
      return refused('unauthenticated', LOG_IN_FIRST)
    if (!isConstraint(error, 'accounts_email_key')) throw error
  }
  // I22, one account per email: another identity provider may prove an email that already has an account.
  return refused('forbidden', 'This email address belongs to another account.')
}

/** Null when the identity has no account yet. */
async function storeToken(
  shop: Pick<Shop, 'db' | 'rules'>,
  proof: IdentityProof,
  token: string,
): Promise<IssuedToken | null> {
  // The email may have been verified after the proof was read.
  const verified = sql<boolean>`${proof.emailVerified} or (email_verified and email = ${proof.email})`
  const issued = await shop.db
    .with('account', (db) =>
      db
        .updateTable('accounts')
        .set({ email: proof.email, name: proof.name, email_verified: verified })
        .where('id', '=', proof.subject)
        .where('closed_at', 'is', null)
        .returningAll()
        .returning(
          sql<boolean | null>`claimed_at > now() - make_interval(mins => ${TELL_MINUTES}::integer)`.as(
            'just_claimed',
          ),
        ),
    )
    .with('token', (db) =>
      db
        .insertInto('access_tokens')
        .columns(['token_hash', 'account_id', 'session_id', 'expires_at'])
        .expression(
          db
            .selectFrom('account')
            .select([
              sql<Buffer>`${hashToken(token)}::bytea`.as('token_hash'),
              'account.id',
              sql<string | null>`${proof.sessionId}::text`.as('session_id'),
              sql<Date>`now() + make_interval(mins => ${shop.rules.tokenMinutes})`.as('expires_at'),
            ]),
        )
        .returning('expires_at'),
    )
    .selectFrom(['account', 'token'])
    .selectAll()
    .executeTakeFirst()
  if (!issued) return null
  return {
    token,
    expiresAt: issued.expires_at.toISOString(),
    account: toAccount(issued),
    ...(issued.just_claimed && { claimed: true }),
  }
}

/**
 * Creates the account of an identity unless its id or email already has one, for example from another tab.
 * Not ON CONFLICT (id) DO UPDATE: with the second unique index, on the email, concurrent inserts sometimes
 * deadlock.
 */
async function createAccount(shop: Pick<Shop, 'db'>, proof: IdentityProof): Promise<void> {
  await shop.db
    .insertInto('accounts')
    .values({
      id: proof.subject,
      email: proof.email,
      name: proof.name,
      email_verified: proof.emailVerified,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The hash under which a token is stored. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
