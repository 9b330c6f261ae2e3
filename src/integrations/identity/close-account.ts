import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import { FORMER_CUSTOMER } from '#domain/accounts/account.ts'
import type { IdentityProof, IdentityResponse } from '#domain/accounts/identity-provider.ts'
import { recordChange } from '#domain/audit/record-change.server.ts'
import { accountClosedMail } from '#domain/mails/account-closed-mail.ts'
import { eraseCustomers } from '#domain/orders/erase-former-customers.server.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { errorOfRefusal, errorOfStatus } from './identity-errors.ts'

/** For how long a login proves that its owner closes the account, where no password does, in minutes. */
const RECENT_LOGIN_MINUTES = 15
/** How often orders are deleted that were placed in another tab while the account was closed. */
const MAX_ATTEMPTS = 3

type Left = 'closed' | 'has unpaid orders' | 'is an admin' | 'session has ended'

/** Whether this session began a short time ago, as a sign-in without a password in the store must have. */
export async function isRecentLogin(db: Database, { sessionId }: IdentityProof): Promise<boolean> {
  const { rows } = await sql`select from identity.session
    where id = ${sessionId} and "createdAt" > now() - make_interval(mins => ${RECENT_LOGIN_MINUTES}::integer)`.execute(
    db,
  )
  return rows.length > 0
}

/**
 * Closes the account of a person who has just proved to be its owner (decision 148). Its unpaid orders are
 * deleted as usual; sessions, access tokens, sign-ins, profile, cars, addresses and cart go; reviews stay
 * without the name; paid orders keep their customer as eraseCustomers says. The email is free for a new
 * account.
 */
export async function closeAccount(deps: IdentityDeps, proof: IdentityProof): Promise<IdentityResponse> {
  if (deps.sharedEmails.includes(proof.email)) return errorOfStatus(403, 'SHARED_ACCOUNT')
  // Before any order is deleted, and again when the account is locked.
  if (await isAdminRow(deps.db, proof.subject)) return errorOfStatus(409, 'ACCOUNT_IS_ADMIN')
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const orders = await deps.deleteUnpaidOrders(proof.subject)
    if (!orders.ok) return errorOfRefusal(orders.refusal)
    const left = await deps.db.transaction().execute((trx) => closeNow(trx, deps, proof))
    if (left === 'is an admin') return errorOfStatus(409, 'ACCOUNT_IS_ADMIN')
    if (left === 'session has ended') return errorOfStatus(401)
    if (left === 'closed') {
      deps.publishChange('reviews')
      deps.jobs.wake()
      return Response.json({ status: true }, { headers: { 'clear-site-data': '"cache"' } })
    }
  }
  return errorOfStatus(409, 'ACCOUNT_CHANGED')
}

async function closeNow(trx: Database, deps: IdentityDeps, proof: IdentityProof): Promise<Left> {
  const { subject: id, sessionId, email, name } = proof
  await sql`select from identity."user" where id = ${id} for update`.execute(trx)
  const session =
    await sql`select from identity.session where id = ${sessionId} and "userId" = ${id}`.execute(trx)
  if (session.rows.length === 0) return 'session has ended'
  // Signed up without scripts, it may have no row yet: the row keeps others from being made for a proof of
  // before.
  await sql`insert into public.accounts (id, email, name) values (${id}, ${email}, ${name}) on conflict do nothing`.execute(
    trx,
  )
  // Before the account, as a checkout does.
  await sql`select from public.carts where account_id = ${id} for update`.execute(trx)
  // Orders and reviews lock the account too: none can be added after these checks.
  await sql`select from public.accounts where id = ${id} for update`.execute(trx)
  if (await isAdminRow(trx, id)) return 'is an admin'
  const { rows } = await sql<{ unpaid: number; toShip: number }>`
    select count(*) filter (where paid_at is null)::integer as unpaid,
           count(*) filter (where paid_at is not null and shipped_at is null and canceled_quantity < quantity
             and refunded_cents < total_cents)::integer as "toShip"
    from public.orders where account_id = ${id} and deleted_at is null`.execute(trx)
  const { unpaid = 0, toShip: ordersToShip = 0 } = rows[0] ?? {}
  if (unpaid > 0) return 'has unpaid orders'
  await removeIdentity(trx, { id, email })
  await sql`update public.reviews set name = ${FORMER_CUSTOMER} where account_id = ${id}`.execute(trx)
  await forgetAccount(trx, id, FORMER_CUSTOMER)
  await eraseCustomers(trx, id)
  await recordChange(trx, { actorId: id, action: 'close_account', subject: `account:${id}` })
  const { name: storeName } = await deps.store()
  const mail = { id: `account-closed.${randomUUID()}`, to: email, storeName, ordersToShip }
  await deps.mail.send(accountClosedMail(mail), trx)
  return 'closed'
}

async function isAdminRow(db: Database, id: string): Promise<boolean> {
  return (
    (await sql`select from public.accounts where id = ${id} and role = 'admin'`.execute(db)).rows.length > 0
  )
}

/**
 * Removes sign-ins, sessions and links. A hosted provider's ID tokens of these sign-ins open nothing again.
 */
export async function removeIdentity(
  trx: Database,
  { id, email }: { id: string; email: string },
): Promise<void> {
  await sql`delete from identity.verification where value in (${id}, ${email})`.execute(trx)
  await sql`insert into identity.ended_sign_in (id) select id from identity.session where "userId" = ${id}
    on conflict (id) do nothing`.execute(trx)
  await sql`delete from identity."user" where id = ${id}`.execute(trx)
}

/** Removes cars and addresses of a locked account. */
export async function forgetBelongings(trx: Database, id: string): Promise<void> {
  await sql`delete from public.garage_vehicles where account_id = ${id}`.execute(trx)
  await sql`delete from public.addresses where account_id = ${id}`.execute(trx)
}

/** Removes tokens, cars, addresses, cart and profile; the account's row stays, for what refers to it. */
export async function forgetAccount(trx: Database, id: string, name: string): Promise<void> {
  await sql`delete from public.access_tokens where account_id = ${id}`.execute(trx)
  await sql`delete from public.idempotency_keys where account_id = ${id}`.execute(trx)
  await forgetBelongings(trx, id)
  await sql`delete from public.carts where account_id = ${id}`.execute(trx)
  // An address that was never verified may be that of another person.
  await sql`delete from public.contact_messages where email in (
    select email from public.accounts where id = ${id} and email_verified)`.execute(trx)
  await sql`update public.accounts set closed_at = now(), name = ${name},
    email = 'deleted-' || gen_random_uuid() || '@deleted.invalid',
    education = null, address = null, phone = null, linkedin = null where id = ${id}`.execute(trx)
}
