import type { Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.server.ts'
import { findOrder, lockOrder, NO_SUCH_ORDER } from '../orders/order-queries.server.ts'
import { type UpdateResult, ok, type Outcome, refused, refuseTooMany } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import { maySendAgain, type SendOrderMailInput } from './mail-again.ts'
import { mailLabel } from './mail.ts'
import { isPlainAddress } from './plain-address.ts'

const CLOSED = 'The customer has closed the account, so no more emails go to it.'

/**
 * Sends an email of an order to its customer again, with what the order is now. Access: admins.
 * Refusals: not_found; account_closed; mail_not_of_order when the order led to no such email, or it would no
 * longer be true; too_many_requests after a few of one order.
 */
export async function sendOrderMailAgain(
  shop: Pick<Shop, 'db' | 'jobs' | 'limits'>,
  viewer: Viewer,
  id: string,
  { kind, about }: SendOrderMailInput,
): Promise<Outcome<UpdateResult>> {
  if (!(await findOrder(shop.db, id))) return refused('not_found', NO_SUCH_ORDER)
  const wait = await shop.limits.consume('orderMailsAgainPerOrder', [id])
  if (wait) return refuseTooMany('Several emails of this order were sent again.', wait)
  const outcome = await shop.db.transaction().execute(async (trx): Promise<Outcome<UpdateResult>> => {
    const order = await lockOrder(trx, id)
    if (!order) return refused('not_found', NO_SUCH_ORDER)
    const account = await trx
      .selectFrom('accounts')
      .select('closed_at')
      .where('id', '=', order.account_id)
      // Closing it waits for this: see writeOrderMail for what happens after it.
      .forKeyShare()
      .executeTakeFirst()
    if (account?.closed_at !== null || !isPlainAddress(order.customer_email))
      return refused('account_closed', CLOSED)
    const mail = await trx
      .selectFrom('order_mails')
      .select('kind')
      .where('order_id', '=', id)
      .where('kind', '=', kind)
      .where('about', '=', about)
      .executeTakeFirst()
    const state = { paid: order.paid_at !== null, shipped: order.shipped_at !== null }
    if (!mail || !maySendAgain(kind, state))
      return refused('mail_not_of_order', 'This email can’t be sent again: the order has changed since.')
    const again = await recordChange(trx, {
      actorId: viewer.id,
      action: 'send_mail_again',
      subject: `order:${id}`,
      after: { mail: mailLabel(kind) },
    })
    await shop.jobs.add(trx, 'order-mails', { orderId: id, kind, about, again })
    return ok({ modifiedCount: 1 })
  })
  if (outcome.ok) shop.jobs.wake()
  return outcome
}
