import { findAccountByEmail } from '../accounts/account-queries.server.ts'
import { listGarage } from '../garage/list-garage.server.ts'
import { listOwnPurchases } from '../orders/list-purchases.server.ts'
import { findPurchases } from '../orders/purchase-queries.server.ts'
import { isId } from '../shared/id.ts'
import { parseOrderNumber } from '../shared/order-number.ts'
import { ok, type Outcome, refused } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import type { MessageDetails } from './contact-message.ts'
import { NO_SUCH_MESSAGE, toMessage } from './inbox-queries.server.ts'

/** The purchases of the sender that a message is shown with. */
const ORDERS_SHOWN = 5

/** A message with the purchase that it names and the purchases and cars of its sender. Access: admins. */
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
  const [named, account] = await Promise.all([
    number === null
      ? []
      : db.selectFrom('purchases').select('id').where('number', '=', String(number)).execute(),
    findAccountByEmail(db, row.email),
  ])
  const [[purchase], purchases, { vehicles: cars }] = await Promise.all([
    findPurchases(
      shop,
      named.map((one) => one.id),
    ),
    account ? listOwnPurchases(shop, account, { limit: ORDERS_SHOWN }) : [],
    account ? listGarage(shop, account) : { vehicles: [] },
  ])
  return ok({ ...toMessage(row), ...(purchase && { purchase }), purchases, cars })
}
