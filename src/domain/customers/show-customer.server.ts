import { listGarage } from '../garage/list-garage.server.ts'
import { countOrders } from '../orders/count-orders.server.ts'
import { withProducts } from '../orders/list-orders.server.ts'
import { PURCHASE_TOTAL, toOrder } from '../orders/order-queries.server.ts'
import { toReview } from '../reviews/review-queries.server.ts'
import { ok, type Outcome, refused } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import { toCustomer } from './customer-queries.server.ts'
import { type CustomerDetails, ORDERS_SHOWN, REVIEWS_SHOWN } from './customer.ts'

/**
 * A customer with contact, orders, cars and reviews. A closed account has no contact and no cars, and its
 * orders have no customer, although those not yet erased still do on their own pages. Access: admins.
 * Refusals: not_found.
 */
export async function showCustomer(
  shop: Pick<Shop, 'db' | 'rules'>,
  id: string,
): Promise<Outcome<CustomerDetails>> {
  const { db, rules } = shop
  const account = await db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst()
  if (!account) return refused('not_found', 'There is no such customer.')
  const [figures, orders, { vehicles: cars }, reviews] = await Promise.all([
    countOrders(db, [id]),
    db
      .selectFrom('orders')
      .selectAll('orders')
      .select(PURCHASE_TOTAL)
      .where('account_id', '=', id)
      .where('deleted_at', 'is', null)
      .orderBy('placed_at', 'desc')
      .orderBy('id', 'desc')
      .limit(ORDERS_SHOWN)
      .execute(),
    listGarage(shop, { id }),
    db
      .selectFrom('reviews')
      .select(['id', 'name', 'text', 'rating', 'created_at', 'hidden'])
      .where('account_id', '=', id)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(REVIEWS_SHOWN)
      .execute(),
  ])
  const { toShip = 0, unpaid = 0 } = figures.get(id) ?? {}
  const { orders: orderCount, ...customer } = toCustomer(account, figures.get(id))
  const { phone, address, closed_at: closedAt } = account
  const shown = orders.map((row) => toOrder(row, rules))
  return ok({
    ...customer,
    ...(phone !== null && { phone }),
    ...(address !== null && { address }),
    ...(closedAt && { closedAt: closedAt.toISOString() }),
    orderCount,
    toShip,
    unpaid,
    orders: await withProducts(
      db,
      closedAt ? shown.map((order) => ({ ...order, ...withoutCustomer(account.name) })) : shown,
    ),
    cars,
    reviews: reviews.map(({ hidden, ...row }) => ({ ...toReview(row), hidden })),
  })
}

const withoutCustomer = (customerName: string) => ({
  customerName,
  customerEmail: '',
  customerPhone: '',
  customerAddress: '',
})
