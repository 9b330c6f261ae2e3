import type { Database } from '#db/connection.ts'
import type { OrderMailJob } from '../jobs.ts'
import type { Shop } from '../shop.ts'

/**
 * Records that a change of an order leads to emails, and adds the jobs that send them. Call it in the
 * transaction of the change. Each is recorded and sent once, however often it is added (I29i).
 */
export async function addOrderMails(
  { jobs }: Pick<Shop, 'jobs'>,
  trx: Database,
  ...mails: OrderMailJob[]
): Promise<void> {
  const recorded = await trx
    .insertInto('order_mails')
    .values(mails.map(({ orderId, kind, about }) => ({ order_id: orderId, kind, about })))
    .onConflict((conflict) => conflict.doNothing())
    .returning(['kind', 'about'])
    .execute()
  const added = mails.filter((mail) =>
    recorded.some(({ kind, about }) => kind === mail.kind && about === mail.about),
  )
  if (added.length > 0) await jobs.add(trx, 'order-mails', ...added)
}
