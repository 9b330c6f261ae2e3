import { sql } from 'kysely'
import { accountsByEmail } from '../accounts/account-queries.server.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { maySeeOrder } from '../orders/order-policy.ts'
import { isId } from '../shared/id.ts'
import { newestFirst } from '../shared/newest-first.server.ts'
import { formatOrderNumber, parseOrderNumber } from '../shared/order-number.ts'
import { ok, type Outcome, refused } from '../shared/outcome.ts'
import { parseReturnNumber } from '../shared/return-number.ts'
import { searchPattern } from '../shared/text.ts'
import type { Shop } from '../shop.ts'
import { findReturns, NO_SUCH_RETURN } from './return-queries.server.ts'
import type { ListedReturn, ListReturnsQuery } from './return.ts'

type ReturnShop = Pick<Shop, 'db' | 'rules' | 'content'>

/**
 * All returns, newest first. Access: admins. `q`: the number of a return or of an order in any spelling, or
 * part of a customer's name or email.
 * @throws OverloadedError when too many searches run, or this one takes too long.
 */
export async function listReturns(
  shop: ReturnShop & Pick<Shop, 'searchBulkhead'>,
  { q, state, ...page }: ListReturnsQuery,
): Promise<ListedReturn[]> {
  const { db, rules } = shop
  let found = newestFirst(db.selectFrom('returns').select('returns.id'), 'returns', 'created_at', page)
  if (state) found = found.where('state', '=', state)
  if (q)
    found = found.where(
      sql<boolean>`(returns.number = ${parseReturnNumber(q)} or exists (
        select from orders o where o.id = returns.purchase_id and (
          o.number = ${parseOrderNumber(q, rules.orderPrefix)} or ' ' || o.customer_name ilike ${searchPattern(q)}
          or o.account_id in (${accountsByEmail(q)}))))`,
    )
  const rows = await (q ? shop.searchBulkhead('admins', () => found.execute()) : found.execute())
  return list(
    shop,
    rows.map(({ id }) => id),
  )
}

/** A return. Access: the owner of its purchase, and admins. Refusals: not_found. */
export async function showReturn(
  shop: ReturnShop,
  viewer: Viewer,
  id: string,
): Promise<Outcome<ListedReturn>> {
  const found = isId(id)
    ? await shop.db
        .selectFrom('returns as r')
        // The first order of a purchase has its id.
        .innerJoin('orders as o', 'o.id', 'r.purchase_id')
        .select(['r.id', 'o.account_id'])
        .where('r.id', '=', id)
        .executeTakeFirst()
    : undefined
  if (!found || !maySeeOrder(viewer, found)) return refused('not_found', NO_SUCH_RETURN)
  const [shown] = await list(shop, [id])
  return shown ? ok(shown) : refused('not_found', NO_SUCH_RETURN)
}

async function list({ db, rules, content }: ReturnShop, ids: readonly string[]): Promise<ListedReturn[]> {
  const returns = await findReturns(db, await content(), ids)
  if (returns.length === 0) return []
  const orders = await db
    .selectFrom('orders')
    .select(['id', 'number', 'customer_name', 'customer_email'])
    .where(
      'id',
      'in',
      returns.map(({ purchaseId }) => purchaseId),
    )
    .execute()
  return returns.flatMap(({ purchaseId, ...shown }) => {
    const order = orders.find((one) => one.id === purchaseId)
    if (!order) return []
    return [
      {
        ...shown,
        purchase: { _id: purchaseId, number: formatOrderNumber(order.number, rules.orderPrefix) },
        customer: { name: order.customer_name, email: order.customer_email },
      },
    ]
  })
}
