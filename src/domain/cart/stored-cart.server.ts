import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import type { OrderVehicle } from '../orders/order.ts'
import { isId } from '../shared/id.ts'
import type { StoredLine } from './merge-lines.ts'

/** A cart as it is stored; without lines, its revision is 0. `seenCents`: when the quantity was chosen. */
export type StoredCart = {
  revision: number
  cars: OrderVehicle[]
  lines: (StoredLine & { seenCents: number })[]
}

/** The cart of an account, with one statement. */
export async function readCart(db: Database, accountId: string): Promise<StoredCart> {
  const rows = await db
    .selectFrom('carts')
    .innerJoin('cart_lines', 'cart_lines.account_id', 'carts.account_id')
    .select(['revision', 'cars', 'product_id as productId', 'quantity', 'seen_cents as seenCents'])
    .where('carts.account_id', '=', accountId)
    .orderBy('added_at')
    .orderBy('product_id')
    .execute()
  const [first] = rows
  return {
    revision: Number(first?.revision ?? 0),
    cars: first?.cars ?? [],
    lines: rows.map(({ productId, quantity, seenCents }) => ({ productId, quantity, seenCents })),
  }
}

/**
 * Locks the cart until the transaction ends, before anything else that the transaction locks. One that does
 * not exist yet is created, so that two tabs that add to none wait for each other: call writeLines.
 */
export async function lockCart(trx: Database, accountId: string): Promise<StoredCart> {
  await sql`
    insert into carts (account_id) values (${accountId})
    on conflict (account_id) do update set account_id = excluded.account_id`.execute(trx)
  return readCart(trx, accountId)
}

/** Locks the cart as lockCart does, if there is one. */
export async function lockExistingCart(trx: Database, accountId: string): Promise<StoredCart> {
  await sql`select from carts where account_id = ${accountId} for update`.execute(trx)
  return readCart(trx, accountId)
}

/** Deletes a locked cart with its lines. */
export async function deleteCart(trx: Database, accountId: string): Promise<void> {
  await trx.deleteFrom('carts').where('account_id', '=', accountId).execute()
}

/**
 * Replaces the lines of a locked cart, and its cars where given, with a new revision. A line whose quantity
 * differs is one whose price the customer has seen today. Ids that no part ever had are left out; without a
 * line there is no cart.
 */
export async function writeLines(
  trx: Database,
  accountId: string,
  lines: readonly StoredLine[],
  cars?: readonly OrderVehicle[],
): Promise<void> {
  const given = JSON.stringify(lines.filter(({ productId }) => isId(productId)))
  await sql`
    delete from cart_lines
    where account_id = ${accountId}
      and product_id not in (select "productId" from json_to_recordset(${given}) as given ("productId" uuid))`.execute(
    trx,
  )
  await sql`
    insert into cart_lines as line (account_id, product_id, quantity, seen_cents)
    select ${accountId}, product.id, quantity, product.price_cents
    from rows from (json_to_recordset(${given}) as ("productId" uuid, quantity integer)) with ordinality
      as given ("productId", quantity, place)
    join products product on product.id = "productId"
    order by place
    on conflict (account_id, product_id) do update
      set quantity = excluded.quantity, seen_cents = excluded.seen_cents
      where line.quantity <> excluded.quantity`.execute(trx)
  await sql`
    delete from carts where account_id = ${accountId}
      and not exists (select from cart_lines where account_id = ${accountId})`.execute(trx)
  await sql`
    update carts set revision = nextval('cart_revisions'), changed_at = now(),
      cars = coalesce(${cars ? JSON.stringify(cars) : null}::jsonb, cars)
    where account_id = ${accountId}`.execute(trx)
}
