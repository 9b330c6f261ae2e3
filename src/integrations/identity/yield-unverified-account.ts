import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'

/**
 * A verified claim to an e-mail wins over an account that never proved it: whoever opened that account loses it in this moment.
 * Its password, its other sign-ins, its sessions with their access tokens, its open links and its profile go;
 * the account itself (and with it its orders) stays and belongs to the verified person.
 * @param claim.email normalised; claimed by Google as verified.
 * @param claim.subject the person's id at Google. An account that is theirs already is left alone.
 * @returns whether there was an account to take over.
 */
export async function yieldUnverifiedAccount(
  db: Database,
  claim: { email: string; subject: string; name: string },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const found = await sql<{ id: string }>`
      select id from identity."user"
      where email = ${claim.email} and not "emailVerified"
        and not exists (select from identity.account where "providerId" = 'google' and "accountId" = ${claim.subject})
      for update`.execute(trx)
    const id = found.rows[0]?.id
    if (id === undefined) return false
    // The account before its sessions: whoever takes a token locks them in this order, so nobody waits in a circle.
    await sql`update public.accounts set name = ${claim.name}, education = null, address = null, phone = null, linkedin = null
      where id = ${id}`.execute(trx)
    await sql`delete from identity.account where "userId" = ${id}`.execute(trx)
    await sql`delete from identity.session where "userId" = ${id}`.execute(trx)
    await sql`delete from identity.verification where value = ${id}`.execute(trx)
    await sql`delete from public.access_tokens where account_id = ${id}`.execute(trx)
    await sql`update identity."user" set "emailVerified" = true, name = ${claim.name}, image = null, "updatedAt" = now()
      where id = ${id}`.execute(trx)
    return true
  })
}
