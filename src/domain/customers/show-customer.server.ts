import { listGarage } from '../garage/list-garage.server.ts'
import { countOrders } from '../orders/count-orders.server.ts'
import { listOwnPurchases } from '../orders/list-purchases.server.ts'
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
  const { db } = shop
  const account = await db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst()
  if (!account) return refused('not_found', 'There is no such customer.')
  const [figures, purchases, { vehicles: cars }, reviews] = await Promise.all([
    countOrders(db, [id]),
    listOwnPurchases(shop, { id }, { limit: ORDERS_SHOWN }),
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
  return ok({
    ...customer,
    ...(phone !== null && { phone }),
    ...(address !== null && { address }),
    ...(closedAt && { closedAt: closedAt.toISOString() }),
    orderCount,
    toShip,
    unpaid,
    purchases: closedAt ? purchases.map((one) => ({ ...one, ...withoutCustomer(account.name) })) : purchases,
    cars,
    reviews: reviews.map(({ hidden, ...row }) => ({ ...toReview(row), hidden })),
  })
}

const withoutCustomer = (name: string) => ({ name, email: '', phone: '', address: '' })
