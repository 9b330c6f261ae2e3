import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import type { Viewer } from './viewer.ts'

/**
 * Locks the viewer's account until the transaction ends.
 * @returns false if the token has ended by then: when the account was closed, or claimed by the owner of its
 * mailbox, what belongs to it was removed, and nothing may be added.
 */
export async function lockViewer(trx: Database, { id, tokenHash }: Viewer): Promise<boolean> {
  await sql`select from accounts where id = ${id} for no key update`.execute(trx)
  // A statement of its own sees what was committed until the account is locked.
  const { rows } =
    await sql`select from access_tokens where token_hash = ${tokenHash} and expires_at > now()`.execute(trx)
  return rows.length > 0
}
