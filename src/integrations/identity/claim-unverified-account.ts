import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import { forgetBelongings } from './close-account.ts'
import { nameFrom } from './oidc-claims.ts'

/** A person at a provider: Google, or the store's hosted identity provider. */
export type ProviderLink = { providerId: string; subject: string }

export type Claim = {
  /** Normalized. */
  email: string
  /** The claimant's name; without it, the account is named after its email. */
  name?: string
  /**
   * The claimant's id at a provider, as `identity.account` names it; an account that is already theirs is
   * left alone.
   */
  link?: ProviderLink
  /** The claimant has just set the account's password. */
  keepPassword?: true
}

/**
 * Gives an account with an unproved email to the person who has proved that email; the one who signed up with
 * it loses access at that moment. Its password, other sign-ins, second factor, sessions with their access
 * tokens and open links end; cart, address book, garage and profile are cleared, since an address that the
 * stranger left would be chosen for the next order; the name that it and its reviews had is replaced. The
 * account and its orders now belong to the claimant: nearly always it is the same person, who would miss
 * them.
 */
export async function claimUnverifiedAccount(db: Database, claim: Claim): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const result = await sql<{ id: string }>`
      select id from identity."user"
      where email = ${claim.email} and not "emailVerified" and not exists (
        select from identity.account
        where "providerId" = ${claim.link?.providerId ?? null} and "accountId" = ${claim.link?.subject ?? null})
      for update`.execute(trx)
    const account = result.rows[0]
    if (!account) return
    const { id } = account
    const name = claim.name ?? nameFrom(claim.email)
    // Before the account, as a checkout locks it.
    await sql`delete from public.carts where account_id = ${id}`.execute(trx)
    // Signed up without scripts, it may have no row yet.
    await sql`insert into public.accounts (id, email, name) values (${id}, ${claim.email}, ${name})
      on conflict do nothing`.execute(trx)
    // Lock order: the account, then the sessions, then their tokens, as in issuing a token and logging out.
    await sql`update public.accounts set name = ${name}, email_verified = true, claimed_at = now(),
      education = null, address = null, phone = null, linkedin = null
      where id = ${id}`.execute(trx)
    await forgetBelongings(trx, id)
    await sql`update public.reviews set name = ${name} where account_id = ${id}`.execute(trx)
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
  })
}
