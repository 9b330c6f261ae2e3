import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { isConstraint } from '../once.server.ts'
import { ok, type Outcome, refused } from '../outcome.ts'
import type { Shop } from '../shop.ts'
import type { IdentityProof } from './identity-provider.ts'
import { LOG_IN_FIRST } from './viewer.ts'

/**
 * Gives an access token to a proved identity, making its account at the first time. Who may: whoever proved the e-mail in this request.
 * The token is 256 random bits, stored as its SHA-256, valid `tokenMinutes`; it ends with the identity session that proved it.
 * Name, e-mail and "verified" follow the proof; the role is never touched.
 * @param email the normalised e-mail of the path.
 * Refused: forbidden when the e-mail is not the proved one, or belongs to another identity; unauthenticated when the session
 * ends at this moment.
 */
export async function takeToken(
  shop: Shop,
  proof: IdentityProof,
  email: string,
): Promise<Outcome<{ token: string; expiresAt: string }>> {
  if (proof.email !== email) return refused('forbidden', 'You are signed in with another e-mail address.')
  const token = randomBytes(32).toString('base64url')
  for (let again = false; ; again = true) {
    try {
      return ok({ token, expiresAt: await storeToken(shop, proof, token) })
    } catch (error) {
      // Signed out, or the password was reset, since the proof was looked at.
      if (isConstraint(error, 'access_tokens_end_with_their_session'))
        return refused('unauthenticated', LOG_IN_FIRST)
      if (!isConstraint(error, 'accounts_email_key')) throw error
      // I22, one account per e-mail: another identity provider may prove an e-mail that has an account already. Or it is this very
      // account, which another tab made in this moment: PostgreSQL looks for a conflict by id first. The second try finds it.
      if (again) return refused('forbidden', 'This e-mail address belongs to another account.')
    }
  }
}

/** @returns when the token ends, ISO 8601. */
async function storeToken(shop: Shop, proof: IdentityProof, token: string): Promise<string> {
  const taken = await shop.db
    .with('account', (db) =>
      db
        .insertInto('accounts')
        .values({
          id: proof.subject,
          email: proof.email,
          name: proof.name,
          email_verified: proof.emailVerified,
          education: null,
          address: null,
          phone: null,
          linkedin: null,
        })
        .onConflict((on) =>
          on.column('id').doUpdateSet({
            email: proof.email,
            name: proof.name,
            email_verified: proof.emailVerified,
          }),
        )
        .returning('id'),
    )
    .insertInto('access_tokens')
    .columns(['token_hash', 'account_id', 'session_id', 'expires_at'])
    .expression((db) =>
      db
        .selectFrom('account')
        .select([
          sql<Buffer>`${hashToken(token)}::bytea`.as('token_hash'),
          'account.id',
          sql<string | null>`${proof.sessionId}::text`.as('session_id'),
          sql<Date>`now() + make_interval(mins => ${shop.rules.tokenMinutes})`.as('expires_at'),
        ]),
    )
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return taken.expires_at.toISOString()
}

/** The form in which a token is stored and looked up. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
