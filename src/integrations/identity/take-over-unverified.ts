import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import { recordChange } from '#domain/audit.server.ts'

/** A proved claim to an e-mail. */
export type Claim = {
  /** Normalised. */
  email: string
  /** What the claimant is called; without it the account keeps its name. */
  name?: string
  /** The claimant's id at Google; an account that is theirs already is left alone. */
  googleSubject?: string
  /** The account's password was just set by the claimant. */
  keepPassword?: true
}

/**
 * Whoever proves an e-mail starts clean: an account that somebody opened with it and never proved is retired. Its password, sessions,
 * tokens and links end at once; its orders and address stay in the store's books under an address that nobody has, and are never
 * shown to the claimant. A role goes with the e-mail, to which it was given.
 * @returns whether there was such an account.
 */
export async function takeOverUnverified(db: Database, claim: Claim): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const found = await sql<{ id: string; name: string }>`
      select id, name from identity."user"
      where email = ${claim.email} and not "emailVerified" and not exists (
        select from identity.account where "providerId" = 'google' and "accountId" = ${claim.googleSubject ?? null})
      for update`.execute(trx)
    const old = found.rows[0]
    if (!old) return false
    const before = old.id
    const name = claim.name ?? old.name
    const after = randomUUID()
    const retired = `retired-${randomUUID()}@driveline.invalid`
    // The store's row first, then the sessions, then their tokens: taking a token and logging out lock them in this order too.
    await moveEmail(trx, { before, after, retired, email: claim.email, name })
    await sql`update identity."user" set email = ${retired} where id = ${before}`.execute(trx)
    await sql`insert into identity."user" (id, name, email, "emailVerified")
      values (${after}, ${name}, ${claim.email}, true)`.execute(trx)
    if (claim.keepPassword) {
      await sql`update identity.account set "userId" = ${after}, "accountId" = ${after}
        where "userId" = ${before} and "providerId" = 'credential'`.execute(trx)
    }
    await sql`delete from identity.verification where value = ${before}`.execute(trx)
    // Its sessions, sign-ins and second factor go with it.
    await sql`delete from identity."user" where id = ${before}`.execute(trx)
    await trx.deleteFrom('access_tokens').where('account_id', '=', before).execute()
    return true
  })
}

/** In the store's own books: the e-mail and its role go to the new account, all else stays with the old one. */
async function moveEmail(
  trx: Database,
  move: { before: string; after: string; retired: string; email: string; name: string },
): Promise<void> {
  const { before, after, retired, email, name } = move
  const old = await trx
    .updateTable('accounts')
    .set({ email: retired })
    .where('id', '=', before)
    .returning('role')
    .executeTakeFirst()
  // Also where there is nothing to move: a token that is just being made for the old account must not bring the e-mail back to it.
  await trx
    .insertInto('accounts')
    .values({
      id: after,
      email,
      name,
      email_verified: true,
      role: old?.role ?? 'customer',
      education: null,
      address: null,
      phone: null,
      linkedin: null,
    })
    .execute()
  if (old?.role !== 'admin') return
  await trx.updateTable('accounts').set({ role: 'customer' }).where('id', '=', before).execute()
  const [customer, admin] = [{ role: 'customer' }, { role: 'admin' }]
  await recordChange(trx, {
    actorId: null,
    action: 'promote',
    subject: `account:${after}`,
    before: customer,
    after: admin,
  })
  await recordChange(trx, {
    actorId: null,
    action: 'demote',
    subject: `account:${before}`,
    before: admin,
    after: customer,
  })
}
