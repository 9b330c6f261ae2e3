import { sql } from 'kysely'
import type { OrderMailJob } from '../jobs.ts'
import { isId } from '../shared/id.ts'
import { shopTimeZone } from '../shared/shop-days.ts'
import type { Shop } from '../shop.ts'
import { addressCorrectedMail } from './address-corrected-mail.ts'
import { coreEndingMail, type MailedCores } from './core-ending-mail.ts'
import { letterheadOf } from './letterhead.ts'
import { maySendAgain } from './mail-again.ts'
import type { Mail } from './mail.ts'
import { MAILED_ORDER } from './mailed-order.server.ts'
import { orderCanceledMail } from './order-canceled-mail.ts'
import type { MailedOrder } from './order-mail.ts'
import { orderPaidMail } from './order-paid-mail.ts'
import { orderPlacedMail } from './order-placed-mail.ts'
import { orderRefundedMail, type RefundReason } from './order-refunded-mail.ts'
import { type MailedParcel, orderShippedMail } from './order-shipped-mail.ts'
import { isPlainAddress } from './plain-address.ts'
import {
  type MailedReturn,
  returnApprovedMail,
  returnCanceledMail,
  returnDeclinedMail,
  returnReceivedMail,
} from './return-mails.ts'
import {
  storeAddressCorrectedMail,
  storeOrderPaidMail,
  storeRefundFailedMail,
  storeReturnRequestedMail,
} from './store-order-mail.ts'

type OrderMailShop = Pick<Shop, 'db' | 'orderEmail' | 'limits' | 'content' | 'appUrl'>

/**
 * `mismatch`: the refunded charge had another amount than the order. `is_closed`: its account. `is_owed`:
 * whether a refund of it has not gone through. `event`: what the audit has recorded of the change that the
 * email is about, if its number is the job's `about`; `byStore`: not by its customer. `parcel`: the one that
 * it is about; the jobs of earlier versions do not say which, and it is the last one.
 */
type Order = MailedOrder & {
  mismatch: boolean
  is_closed: boolean
  is_owed: boolean
  event: { pieces?: string; amountCents?: number; reason?: string; failure?: string; byStore: boolean } | null
  parcel: MailedParcel
  /** The return that the email is about. */
  returned: MailedReturn
  /** Of a reminder of deposits: the old parts that can still be sent back; null if none can. */
  cores: MailedCores[] | null
}

/**
 * Writes the email of a job, with what the order is now.
 * @param isFirst whether this is the first attempt to deliver it: only that counts against limits.
 * @returns null when none is sent: the reason is recorded.
 */
export async function writeOrderMail(
  shop: OrderMailShop,
  job: OrderMailJob,
  isFirst: boolean,
): Promise<Mail | null> {
  const order = await findOrder(shop, job)
  // The store has been emptied since.
  if (!order) return null
  // Its record is about the first one.
  if (job.again !== undefined) return writeAgain(shop, job, order)
  const skipped = await skipReason(shop, job, order, isFirst)
  if (skipped === null) return buildMail(shop, job, order)
  await shop.db
    .updateTable('order_mails')
    .set({ skipped })
    .where('order_id', '=', job.orderId)
    .where('kind', '=', job.kind)
    .where('about', '=', job.about)
    .execute()
  return null
}

/** An email that an admin sends again, unless it is no longer true, or the account was closed since. */
async function writeAgain(shop: OrderMailShop, job: OrderMailJob, order: Order): Promise<Mail | null> {
  const state = { paid: order.paid_at !== null, shipped: order.shipped_at !== null }
  const isWanted = order.deleted_at === null && !order.is_closed && maySendAgain(job.kind, state)
  if (!isWanted || !isPlainAddress(order.customer_email)) return null
  const mail = await buildMail(shop, job, order)
  // Mail programs drop a second copy of the first one's id.
  return { ...mail, id: `${mail.id}.again-${job.again}` }
}

async function findOrder(
  { db, content }: OrderMailShop,
  { orderId, kind, about, refund }: OrderMailJob,
): Promise<Order | undefined> {
  const zone = shopTimeZone(await content())
  const { rows } = await sql<Order>`
    select ${MAILED_ORDER}, a.closed_at is not null as is_closed,
           exists (select from refunds r where r.purchase_id = o.purchase_id and r.cause <> 'no_order'
                   and r.state in ('due', 'failed')) as is_owed,
           (select after || jsonb_build_object('byStore', actor_id is distinct from o.account_id)
            from audit_entries where id = ${/^\d{1,18}$/.test(about) ? about : null}::bigint) as event,
           (select jsonb_build_object('id', s.id,
              'tracking', case when s.carrier is not null
                          then jsonb_build_object('carrier', s.carrier, 'trackingNumber', s.tracking_number) end,
              'shippedAt', s.shipped_at,
              'lines', (select jsonb_agg(jsonb_build_object('orderId', order_id, 'quantity', quantity))
                        from shipment_lines where shipment_id = s.id))
            from shipments s where s.id = coalesce(${isId(about) ? about : null}::uuid, (
              select p.id from shipment_lines sent join shipments p on p.id = shipment_id
              where order_id = o.id order by position desc limit 1))) as parcel,
           (select jsonb_build_object('id', r.id, 'number', r.number, 'note', r.note, 'amountCents', f.amount_cents,
              'sendBy', send_return_by(r.decided_at, ${zone}),
              'lines', (select jsonb_agg(jsonb_build_object('orderId', order_id, 'core', core, 'quantity', quantity,
                          'received', received, 'reason', reason, 'words', words,
                          'credited', (
                            select coalesce(sum(c.quantity), 0) >= l.quantity
                            from document_lines l left join document_lines c on c.reverses = l.id
                            where l.order_id = return_lines.order_id and l.reverses is null
                              and l.kind = case when core then 'core' else 'part' end group by l.id)))
                        from return_lines where return_id = r.id))
            from returns r left join refunds f on f.id = r.refund_id where r.id = ${isId(about) ? about : null}::uuid) as returned,
           case when ${kind} = 'core_ending' then (
             select jsonb_agg(jsonb_build_object('orderId', c.id, 'quantity', cores, 'amountCents', cores * c.core_unit_cents,
                              'until', end_of_day(sent_at, core_days(o.purchase_id), ${zone})) order by c.line)
             from returnable_pieces(array[o.purchase_id]) join orders c on c.id = order_id
             where cores > 0 and w.total_cents > (
               select coalesce(sum(amount_cents), 0) from refunds r where r.purchase_id = o.purchase_id and r.cause <> 'no_order')) end as cores,
           exists (select from audit_entries m where m.subject = 'order:' || o.id and m.action = 'payment_mismatch'
                   and m.after->>'intentId' = ${refund?.intentId ?? ''}) as mismatch
    from orders o join accounts a on a.id = o.account_id join purchases w on w.id = o.purchase_id
    where o.id = ${orderId}`.execute(db)
  return rows[0]
}

/** Why a job leads to no email, as order_mails stores it (these texts must not change); null if it does. */
async function skipReason(
  shop: OrderMailShop,
  { kind }: OrderMailJob,
  { customer_email: to, ...order }: Order,
  isFirst: boolean,
): Promise<string | null> {
  if (kind.startsWith('store_')) return (await shop.orderEmail()) === null ? 'off' : null
  if (!isPlainAddress(to)) return 'no address'
  if (kind === 'core_ending' && order.cores === null) return 'returned meanwhile'
  if (kind !== 'order_placed' && kind !== 'address_corrected') return null
  if (order.deleted_at !== null) return 'deleted meanwhile'
  // The receipt has all the information.
  if (kind === 'order_placed' && order.paid_at !== null) return 'paid meanwhile'
  if (!isFirst) return null
  if (!order.email_verified && (await shop.limits.consume('orderMailsPerUnverifiedEmail', [to])))
    return 'too many'
  return (await shop.limits.consume('orderMailsPerEmail', [to])) ? 'too many' : null
}

async function buildMail(
  shop: OrderMailShop,
  { kind, about, refund }: OrderMailJob,
  order: Order,
): Promise<Mail> {
  const context = { order, letterhead: letterheadOf(await shop.content(), shop.appUrl()) }
  const store = (await shop.orderEmail()) ?? ''
  switch (kind) {
    case 'order_placed':
      return orderPlacedMail(context)
    case 'order_paid':
      return orderPaidMail(context)
    case 'order_shipped':
      return orderShippedMail(context, order.parcel)
    case 'address_corrected':
      return addressCorrectedMail(context, about)
    case 'store_order_paid':
      return storeOrderPaidMail(context, store)
    case 'order_canceled':
      return orderCanceledMail(context, {
        pieces: order.event?.pieces ?? 'parts of it',
        amountCents: order.event?.amountCents ?? 0,
        reason: order.event?.byStore ? order.event.reason : undefined,
        isOwed: order.is_owed,
        about,
      })
    case 'return_approved':
      return returnApprovedMail(context, order.returned)
    case 'return_declined':
      return returnDeclinedMail(context, order.returned)
    case 'return_canceled':
      return returnCanceledMail(context, order.returned)
    case 'return_received':
      return returnReceivedMail(context, order.returned, order.is_owed)
    case 'core_ending':
      return coreEndingMail(context, order.cores ?? [])
    case 'store_return_requested':
      return storeReturnRequestedMail(context, store, order.returned)
    case 'store_refund_failed':
      return storeRefundFailedMail(context, store, {
        amountCents: order.event?.amountCents ?? 0,
        failure: order.event?.failure ?? 'returned by the bank',
        about,
      })
    case 'store_address_corrected':
      return storeAddressCorrectedMail(context, store, about)
    case 'order_refunded':
      return orderRefundedMail(context, {
        amountCents: refund?.amountCents ?? order.purchase.totalCents,
        intentId: refund?.intentId || about,
        about,
        reason: reasonOf(order, refund),
      })
  }
}

function reasonOf(order: Order, refund: OrderMailJob['refund']): RefundReason {
  const isWhole = order.refunded_cents === order.total_cents
  // Whatever it was for, it ends what was still to ship.
  if (refund?.ofOrder && isWhole && order.parts.some(({ open }) => open > 0)) return 'whole'
  if (refund?.cause !== undefined && refund.cause !== 'provider' && refund.cause !== 'no_order')
    return refund.cause
  if (refund?.ofOrder) return isWhole ? 'whole' : 'part'
  if (order.mismatch) return 'mismatch'
  if (order.deleted_at !== null) return 'deleted'
  return order.paid_at === null ? 'sold_out' : 'paid_before'
}
