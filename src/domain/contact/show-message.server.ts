import { findAccountByEmail } from '../accounts/account-queries.server.ts'
import { listGarage } from '../garage/list-garage.server.ts'
import { listOwnOrders, withProducts } from '../orders/list-orders.server.ts'
import { PURCHASE_TOTAL, toOrder } from '../orders/order-queries.server.ts'
import { isId } from '../shared/id.ts'
import { parseOrderNumber } from '../shared/order-number.ts'
import { ok, type Outcome, refused } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import type { MessageDetails } from './contact-message.ts'
import { NO_SUCH_MESSAGE, toMessage } from './inbox-queries.server.ts'

/** The orders of the sender that a message is shown with. */
const ORDERS_SHOWN = 5

/** A message with the order that it names and the orders and cars of its sender. Access: admins. */
export async function showMessage(
  shop: Pick<Shop, 'db' | 'rules'>,
  id: string,
): Promise<Outcome<MessageDetails>> {
  const { db, rules } = shop
  const row = isId(id)
    ? await db.selectFrom('contact_messages').selectAll().where('id', '=', id).executeTakeFirst()
    : undefined
  if (!row) return refused('not_found', NO_SUCH_MESSAGE)
  const number = parseOrderNumber(row.order_number, rules.orderPrefix)
  const [named, orders, account] = await Promise.all([
    number === null
      ? []
      : db
          .selectFrom('orders')
          .selectAll('orders')
          .select(PURCHASE_TOTAL)
          .where('number', '=', String(number))
          .where('deleted_at', 'is', null)
          .orderBy('line')
          .limit(1)
          .execute(),
    listOwnOrders(shop, row.email, { limit: ORDERS_SHOWN }),
    findAccountByEmail(db, row.email),
  ])
  const [order] = await withProducts(
    db,
    named.map((one) => toOrder(one, rules)),
  )
  const { vehicles: cars } = account ? await listGarage(shop, account) : { vehicles: [] }
  return ok({ ...toMessage(row), ...(order && { order }), orders, cars })
}
