import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'

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
 * Whoever proves an e-mail wins over whoever opened an account with it and never proved it: that one loses it in this moment.
 * Its password, its other sign-ins and second factor, its sessions with their access tokens and its open links end; its profile
 * is emptied, since an address in it would fill in the next order's form. The account itself, and with it its orders, belongs
 * to the claimant from now on: nearly always that is the same person, who would miss them.
 * @returns whether there was such an account.
 */
export async function claimUnverifiedAccount(db: Database, claim: Claim): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const found = await sql<{ id: string; name: string }>`
      select id, name from identity."user"
      where email = ${claim.email} and not "emailVerified" and not exists (
        select from identity.account where "providerId" = 'google' and "accountId" = ${claim.googleSubject ?? null})
      for update`.execute(trx)
    const account = found.rows[0]
    if (!account) return false
    const { id } = account
    const name = claim.name ?? account.name
    // The store's row first, then the sessions, then their tokens: taking a token and logging out lock them in this order too.
    await sql`update public.accounts set name = ${name}, email_verified = true, education = null, address = null, phone = null, linkedin = null
      where id = ${id}`.execute(trx)
    await sql`delete from identity.account
      where "userId" = ${id} and not ("providerId" = 'credential' and ${claim.keepPassword ?? false})`.execute(
      trx,
    )
    await sql`delete from identity."twoFactor" where "userId" = ${id}`.execute(trx)
    await sql`delete from identity.session where "userId" = ${id}`.execute(trx)
    await sql`delete from identity.verification where value = ${id}`.execute(trx)
    await trx.deleteFrom('access_tokens').where('account_id', '=', id).execute()
    await sql`update identity."user"
      set "emailVerified" = true, "twoFactorEnabled" = false, name = ${name}, image = null, "updatedAt" = now()
      where id = ${id}`.execute(trx)
    return true
  })
}
