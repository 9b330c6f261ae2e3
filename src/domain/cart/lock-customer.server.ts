import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import type { OrderingCustomer } from '../orders/order-facts.server.ts'
import type { HeldPieces } from '../orders/unverified-share.ts'

/** The customer of a checkout, locked, with what their other purchases allow. */
export type CheckoutCustomer = OrderingCustomer & {
  /** Counted up to `most`. */
  unpaidOrders: number
  /** For an unverified customer, the units of each part that such customers hold. */
  held: ReadonlyMap<string, HeldPieces>
}

/**
 * Locks the account of a valid access token, after the products. Null when the token has ended, or the
 * account was closed.
 */
export async function lockCustomer(
  trx: Database,
  tokenHash: Buffer,
  productIds: readonly string[],
  most: number,
): Promise<CheckoutCustomer | null> {
  const { rows } = await sql<OrderingCustomer>`
    select id, name, email, email_verified as verified from accounts
    where id = (select account_id from access_tokens where token_hash = ${tokenHash} and expires_at > now())
      and closed_at is null for no key update`.execute(trx)
  const [customer] = rows
  if (!customer) return null
  const { rows: counts } = await sql<{ unpaid: number; held: (HeldPieces & { id: string })[] | null }>`
    select count_unpaid_orders(${customer.id}, ${most})::integer as unpaid,
      (select jsonb_agg(jsonb_build_object('id', id, 'held', share.held, 'own', share.own))
       from unnest(${customer.verified ? [] : productIds}::uuid[]) id
         cross join lateral count_unverified_pieces(id, ${customer.id}) share) as held`.execute(trx)
  const { unpaid: unpaidOrders = 0, held = null } = counts[0] ?? {}
  return { ...customer, unpaidOrders, held: new Map((held ?? []).map(({ id, ...pieces }) => [id, pieces])) }
}
