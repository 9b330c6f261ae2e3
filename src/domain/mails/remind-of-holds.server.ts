import { sql } from 'kysely'
import type { Shop } from '../shop.ts'
import { holdEndingMail } from './hold-ending-mail.ts'
import { letterheadOf } from './letterhead.ts'
import { MAILED_ORDER } from './mailed-order.server.ts'
import type { MailedOrder } from './order-mail.ts'

const REMINDERS_PER_ROUND = 100

/**
 * Queues reminders of unpaid orders whose hold ends within HOLD_REMINDER_MINUTES, once per order. Only if the
 * customer was emailed that the order was received, the email address is verified, and the hold is at least
 * twice as long as the reminder's lead time. The order is locked during this, so that an order being paid
 * gets no reminder. For a job.
 */
export async function remindOfHolds(
  shop: Pick<Shop, 'db' | 'rules' | 'content' | 'appUrl' | 'mail' | 'jobs'>,
): Promise<void> {
  const minutes = shop.rules.holdReminderMinutes
  if (minutes === 0) return
  const queued = await shop.db.transaction().execute(async (trx) => {
    const { rows: orders } = await sql<MailedOrder>`
      select ${MAILED_ORDER}
      from orders o join accounts a on a.id = o.account_id join purchases w on w.id = o.purchase_id
        join order_mails m on m.order_id = o.id and m.kind = 'order_placed' and m.about = '' and m.skipped is null
      where o.hold = 'held' and o.deleted_at is null and a.email_verified
        and o.hold_expires_at > now() and o.hold_expires_at < now() + make_interval(mins => ${minutes}::integer)
        and o.hold_expires_at - o.placed_at >= make_interval(mins => 2 * ${minutes}::integer)
        and not exists (select from order_mails r where r.order_id = o.id and r.kind = 'hold_ending' and r.about = '')
        and not exists (select from payments p where p.order_id = o.id and p.state = 'succeeded')
      order by o.hold_expires_at limit ${REMINDERS_PER_ROUND}
      for no key update of o skip locked`.execute(trx)
    const letterhead = letterheadOf(await shop.content(), shop.appUrl())
    for (const order of orders) {
      // The order is locked, and has no such record.
      await trx.insertInto('order_mails').values({ order_id: order.id, kind: 'hold_ending' }).execute()
      await shop.mail.send(holdEndingMail({ order, letterhead }), trx)
    }
    return orders.length
  })
  if (queued > 0) shop.jobs.wake()
}
