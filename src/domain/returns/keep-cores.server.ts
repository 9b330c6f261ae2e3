import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import { recordChange } from '../audit/record-change.server.ts'
import { addOrderMails } from '../orders/add-order-mails.server.ts'
import { lockPurchase } from '../orders/order-queries.server.ts'
import { sum } from '../shared/money.ts'
import { shopTimeZone } from '../shared/shop-days.ts'
import type { Shop } from '../shop.ts'
import { DAYS_OF_GRACE } from './return.ts'
import { returnedText } from './returned-text.ts'

/** How many days before the end customers are reminded. */
const REMINDED_DAYS = 14

/**
 * Reminds customers of old parts, once per purchase, 14 days before the first of them can no longer be sent
 * back; and keeps the deposits of those that are not on their way back 14 days after that, or 14 days after
 * their return was given up. For a periodic job.
 */
export async function keepCores(shop: Pick<Shop, 'db' | 'jobs' | 'content'>): Promise<void> {
  const zone = shopTimeZone(await shop.content())
  const { rows } = await sql<{ id: string; isEnding: boolean; isOver: boolean }>`
    with held as (
      select order_id from core_movements group by order_id
      having sum(case kind when 'charged' then quantity else -quantity end) > 0
    ), purchase as (select array_agg(distinct o.purchase_id) as ids from held join orders o on o.id = held.order_id)
    select o.purchase_id as id, bool_or(${isOver(zone)}) as "isOver",
           bool_or(cores > 0 and core_days(o.purchase_id) > 2 * ${REMINDED_DAYS}::integer and clock_timestamp() between
             end_of_day(sent_at, core_days(o.purchase_id) - ${REMINDED_DAYS}::integer, ${zone}) and end_of_day(sent_at, core_days(o.purchase_id), ${zone}))
           and not exists (select from order_mails m where m.order_id = o.purchase_id and m.kind = 'core_ending') as "isEnding"
    from purchase cross join lateral returnable_pieces(purchase.ids) join orders o on o.id = order_id
    group by o.purchase_id`.execute(shop.db)
  for (const { id, isEnding, isOver } of rows)
    if (isEnding || isOver)
      await shop.db.transaction().execute(async (trx) => {
        if (!(await lockPurchase(trx, id))) return
        if (isEnding) await addOrderMails(shop, trx, { orderId: id, kind: 'core_ending', about: '' })
        if (isOver) await keep(trx, id, zone)
      })
  shop.jobs.wake()
}

/**
 * SQL: whether deposits of a row of returnable_pieces, with its order `o`, are kept from now on. The parcel
 * of a return that was canceled late may still arrive (cancel-late-returns.server.ts).
 */
function isOver(zone: string) {
  return sql<boolean>`(
    deposits > 0 and end_of_day(sent_at, core_days(o.purchase_id) + ${DAYS_OF_GRACE}::integer, ${zone}) < clock_timestamp()
    and not exists (
      select from return_lines l join returns r on r.id = l.return_id
      where l.order_id = o.id and l.core and r.state = 'canceled' and r.decided_at is not null
        and end_of_day(send_return_by(r.decided_at, ${zone}), 2 * ${DAYS_OF_GRACE}::integer, ${zone}) > clock_timestamp()))`
}

async function keep(trx: Database, purchaseId: string, zone: string): Promise<void> {
  const { rows } = await sql<{ name: string; unit: string; quantity: number; cents: number }>`
    with kept as (
      insert into core_movements (order_id, kind, quantity, amount_cents)
      select o.id, 'kept', deposits, deposits * o.core_unit_cents
      from returnable_pieces(array[${purchaseId}::uuid]) join orders o on o.id = order_id where ${isOver(zone)}
      returning order_id, quantity, amount_cents)
    select o.product_name as name, o.unit, kept.quantity, amount_cents as cents
    from kept join orders o on o.id = order_id order by o.line`.execute(trx)
  if (rows.length === 0) return
  await recordChange(trx, {
    actorId: null,
    action: 'keep_cores',
    subject: `order:${purchaseId}`,
    after: {
      pieces: returnedText(rows.map((row) => ({ ...row, core: true }))),
      amountCents: sum(rows.map(({ cents }) => cents)),
    },
  })
}
