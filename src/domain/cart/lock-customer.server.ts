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

type Row = OrderingCustomer & { unpaidOrders: number; held: (HeldPieces & { id: string })[] | null }

/**
 * The units of each part that unverified customers hold now, by the part's id, as lockCustomer reads them;
 * empty for an account that is verified.
 */
export async function findHeld(
  db: Database,
  accountId: string,
  productIds: readonly string[],
): Promise<Map<string, HeldPieces>> {
  const { rows } = await sql<HeldPieces & { id: string }>`
    select part as id, share.held::integer, share.own::integer
    from accounts, unnest(${productIds}::uuid[]) part
      cross join lateral count_unverified_pieces(part, accounts.id) share
    where accounts.id = ${accountId} and not email_verified`.execute(db)
  return new Map(rows.map(({ id, ...pieces }) => [id, pieces]))
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
  // The functions count what was committed until the account is locked: they see a newer snapshot.
  const { rows } = await sql<Row>`
    with customer as (
      select id, name, email, email_verified as verified from accounts
      where id = (select account_id from access_tokens where token_hash = ${tokenHash} and expires_at > now())
        and closed_at is null for no key update
    )
    select customer.*, count_unpaid_orders(customer.id, ${most})::integer as "unpaidOrders",
      (select jsonb_agg(jsonb_build_object('id', part, 'held', share.held, 'own', share.own))
       from unnest(${productIds}::uuid[]) part
         cross join lateral count_unverified_pieces(part, customer.id) share
       where not customer.verified) as held
    from customer`.execute(trx)
  const [customer] = rows
  if (!customer) return null
  const held = customer.held ?? []
  return { ...customer, held: new Map(held.map(({ id, ...pieces }) => [id, pieces])) }
}
