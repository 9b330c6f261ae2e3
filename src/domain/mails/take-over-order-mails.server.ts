import { sql } from 'kysely'
import type { OrderMailJob } from '../jobs.ts'
import type { Shop } from '../shop.ts'

/** SQL: longer than a transaction may take, so that no earlier audit entry becomes visible afterwards. */
const SETTLED = sql.raw(`interval '10 minutes'`)

/**
 * Adds the emails of orders that a store of version 1.0 has changed and not emailed yet: it derived them from
 * the audit, from a position in it. Its processes may run on during an update, so a job repeats this. It goes
 * with the table order_mail_position, in the release after this one.
 */
export async function takeOverOrderMails({ db, jobs }: Pick<Shop, 'db' | 'jobs'>): Promise<void> {
  const position = await db.selectFrom('order_mail_position').select('settled_id').executeTakeFirst()
  if (!position) return
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<OrderMailJob & { refund: { intentId: string; amountCents: number | null } }>`
      with event as (
        select id, at, actor_id, kind, substr(subject, 7)::uuid as order_id,
               case action when 'refund_payment' then coalesce(after->>'intentId', 'unknown')
                           when 'refund_order' then (after->>'intentId') || '-' || id
                           when 'correct_address' then id::text else '' end as about,
               case when kind = 'order_refunded' then jsonb_build_object(
                 'intentId', coalesce(after->>'intentId', ''), 'amountCents', (after->>'amountCents')::integer,
                 'ofOrder', action = 'refund_order') end as refund
        from audit_entries join (values
          ('place_order', 'order_placed'), ('pay_order', 'order_paid'), ('pay_order', 'store_order_paid'),
          ('ship_order', 'order_shipped'), ('refund_payment', 'order_refunded'), ('refund_order', 'order_refunded'),
          ('correct_address', 'address_corrected'), ('correct_address', 'store_address_corrected')) mails (action, kind)
          using (action)
        where id > ${position.settled_id}::bigint and starts_with(subject, 'order:')
      ), recorded as (
        insert into order_mails (order_id, kind, about)
        select order_id, kind, about from event join orders o on o.id = order_id
        where kind <> 'store_address_corrected' or (actor_id = o.account_id and event.at > o.paid_at)
        on conflict do nothing returning order_id, kind, about
      )
      select order_id as "orderId", kind, about, refund from event join recorded using (order_id, kind, about)
      order by event.id`.execute(trx)
    if (rows.length > 0) await jobs.add(trx, 'order-mails', ...rows)
    await sql`
      update order_mail_position set settled_id = coalesce(
        (select max(id) from audit_entries where id > settled_id and at < now() - ${SETTLED}), settled_id)`.execute(
      trx,
    )
  })
}
