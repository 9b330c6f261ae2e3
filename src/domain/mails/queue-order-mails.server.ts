import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import type { OrderMailsTable } from '#db/schema/mails.ts'
import type { Shop } from '../shop.ts'
import { addressCorrectedMail } from './address-corrected-mail.ts'
import { letterheadOf } from './letterhead.ts'
import { type MailPosition, nextPosition } from './mail-position.ts'
import type { Mail } from './mail.ts'
import type { MailedOrder } from './order-mail.ts'
import { orderPaidMail } from './order-paid-mail.ts'
import { orderPlacedMail } from './order-placed-mail.ts'
import { orderRefundedMail, type RefundReason } from './order-refunded-mail.ts'
import { orderShippedMail } from './order-shipped-mail.ts'
import { isPlainAddress } from './plain-address.ts'
import { recordOrderMail } from './record-order-mail.server.ts'
import { storeAddressCorrectedMail, storeOrderPaidMail } from './store-order-mail.ts'

/** Emails that one transaction queues. */
const EVENTS_PER_BATCH = 100

/** An audit entry and an email that it leads to. */
type MailEvent = MailedOrder & {
  kind: Exclude<OrderMailsTable['kind'], 'hold_ending'>
  /** Identifies the refund or the corrected address, else ''. */
  about: string
  intent_id: string
  /** The amount of this refund. */
  mailed_cents: number | null
  /** It refunds what the order was paid with. */
  of_order: boolean
  mismatch: boolean
}

/**
 * Queues the emails about orders that were placed, paid, shipped, refunded or given another address, to their
 * customers and to the store. Reads the audit, whose rows are written in the transaction of the change
 * itself, so that no email is lost and the change costs nothing more. Each is queued once: its record, the
 * email in the queue and the position in the audit are one transaction, which only one process at a time has
 * open. For a job.
 */
export async function queueOrderMails(shop: Shop): Promise<void> {
  let events = 0
  do {
    events = (await isDue(shop.db)) ? await queueBatch(shop) : 0
    if (events > 0) shop.mail.wake()
  } while (events === EVENTS_PER_BATCH)
}

/** Whether the audit has entries not yet read for emails. One query: usually there are none. */
async function isDue(db: Database): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select coalesce(seen_id is not null or settled_id < (select max(id) from audit_entries), false) as due
    from order_mail_position`.execute(db)
  if (rows[0]) return rows[0].due
  // A restored or emptied store: earlier events are not emailed.
  await sql`insert into order_mail_position (begun_id, settled_id)
    select coalesce(max(id), 0), coalesce(max(id), 0) from audit_entries on conflict do nothing`.execute(db)
  return false
}

/** @returns how many entries it read; EVENTS_PER_BATCH when there may be more. */
function queueBatch(shop: Shop): Promise<number> {
  return shop.db.transaction().execute(async (trx) => {
    const end = await readEnd(trx)
    const position = await lockPosition(trx)
    // Another process is working on it.
    if (!position) return 0
    const events = await readEvents(trx, position.settled)
    for (const event of events) await queueMail(trx, shop, event)
    const { settled, seen } = nextPosition(position, end, events.length < EVENTS_PER_BATCH)
    await trx
      .updateTable('order_mail_position')
      .set({
        settled_id: String(settled),
        seen_id: seen && String(seen.id),
        seen_xid: seen && String(seen.xid),
      })
      .execute()
    return events.length
  })
}

/**
 * The end of the audit and the oldest transaction that is still running. Read before this transaction gets
 * its own number: changes of orders lock a row before they write to the audit, so transactions whose entries
 * up to `newest` are not visible yet have smaller numbers.
 */
async function readEnd(trx: Database): Promise<{ newest: bigint; oldestXid: bigint }> {
  const { rows } = await sql<{ newest: string; oldest: string }>`
    select coalesce(max(id), 0)::text as newest, pg_snapshot_xmin(pg_current_snapshot())::text as oldest
    from audit_entries`.execute(trx)
  return { newest: BigInt(rows[0]?.newest ?? 0), oldestXid: BigInt(rows[0]?.oldest ?? 0) }
}

/** The position, locked, with the number of this transaction; null while another process holds it. */
async function lockPosition(trx: Database): Promise<(MailPosition & { xid: bigint }) | null> {
  const row = await trx
    .selectFrom('order_mail_position')
    .select(['settled_id', 'seen_id', 'seen_xid', sql<string>`pg_current_xact_id()::text`.as('xid')])
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!row) return null
  const { settled_id: settled, seen_id: seenId, seen_xid: seenXid, xid } = row
  return {
    settled: BigInt(settled),
    seen: seenId === null || seenXid === null ? null : { id: BigInt(seenId), xid: BigInt(seenXid) },
    xid: BigInt(xid),
  }
}

/** SQL: the actions that lead to emails, with the kind of each email. */
const MAILS_OF_ACTIONS = sql.raw(`
  ('place_order', 'order_placed'), ('pay_order', 'order_paid'), ('pay_order', 'store_order_paid'),
  ('ship_order', 'order_shipped'), ('refund_payment', 'order_refunded'),
  ('refund_order', 'order_refunded'),
  ('correct_address', 'address_corrected'), ('correct_address', 'store_address_corrected')`)

async function readEvents(trx: Database, settled: bigint): Promise<MailEvent[]> {
  const { rows } = await sql<MailEvent>`
    select event.kind, event.about, event.intent_id, event.mailed_cents, event.of_order, o.*, a.name as account_name, a.email_verified,
           exists (select from audit_entries m where m.subject = 'order:' || o.id and m.action = 'payment_mismatch'
                   and m.after->>'intentId' = event.intent_id) as mismatch
    from (
      select id, kind, actor_id, at, substr(subject, 7)::uuid as order_id,
             case action when 'refund_payment' then coalesce(after->>'intentId', 'unknown')
                         when 'refund_order' then (after->>'intentId') || '-' || id
                         when 'correct_address' then id::text else '' end as about,
             coalesce(after->>'intentId', '') as intent_id,
             case when kind = 'order_refunded' then (after->>'amountCents')::integer end as mailed_cents,
             action = 'refund_order' as of_order
      from audit_entries join (values ${MAILS_OF_ACTIONS}) mails (action, kind) using (action)
      where id > ${String(settled)}::bigint and starts_with(subject, 'order:')) event
      join orders o on o.id = event.order_id
      join accounts a on a.id = o.account_id
    where not exists (
      select from order_mails m where m.order_id = event.order_id and m.kind = event.kind and m.about = event.about)
      -- The store need not be told of what its admins did, or before it has to ship the order.
      and (event.kind <> 'store_address_corrected' or (event.actor_id = o.account_id and event.at > o.paid_at))
    order by event.id, event.kind limit ${EVENTS_PER_BATCH}`.execute(trx)
  return rows
}

async function queueMail(trx: Database, shop: Shop, event: MailEvent): Promise<void> {
  const { id, kind, about } = event
  const skipped = await skipReason(trx, shop, event)
  if ((await recordOrderMail(trx, { order_id: id, kind, about, skipped })) && skipped === null)
    await shop.mail.send(buildMail(shop, event), trx)
}

/**
 * Why an event leads to no email, as order_mails stores it (these texts must not change); null when it leads
 * to one.
 */
async function skipReason(trx: Database, shop: Shop, event: MailEvent): Promise<string | null> {
  const { customer_email: to, email_verified: verified } = event
  if (isToStore(event.kind)) return shop.orderEmail === null ? 'off' : null
  if (!isPlainAddress(to)) return 'no address'
  if (event.kind !== 'order_placed' && event.kind !== 'address_corrected') return null
  if (event.deleted_at !== null) return 'deleted meanwhile'
  // The receipt has all the information.
  if (event.kind === 'order_placed' && event.paid_at !== null) return 'paid meanwhile'
  if (!verified && (await shop.limits.consume('orderMailsPerUnverifiedEmail', [to], trx))) return 'too many'
  return (await shop.limits.consume('orderMailsPerEmail', [to], trx)) ? 'too many' : null
}

function isToStore(kind: MailEvent['kind']): boolean {
  return kind === 'store_order_paid' || kind === 'store_address_corrected'
}

function buildMail(shop: Shop, event: MailEvent): Mail {
  const context = { order: event, letterhead: letterheadOf(shop.content, shop.appUrl()) }
  const store = shop.orderEmail ?? ''
  switch (event.kind) {
    case 'order_placed':
      return orderPlacedMail(context)
    case 'order_paid':
      return orderPaidMail(context)
    case 'order_shipped':
      return orderShippedMail(context)
    case 'address_corrected':
      return addressCorrectedMail(context, event.about)
    case 'store_order_paid':
      return storeOrderPaidMail(context, store)
    case 'store_address_corrected':
      return storeAddressCorrectedMail(context, store, event.about)
    case 'order_refunded':
      return orderRefundedMail(context, {
        amountCents: event.mailed_cents ?? event.total_cents,
        intentId: event.intent_id || event.about,
        about: event.about,
        reason: reasonOf(event),
      })
  }
}

function reasonOf(event: MailEvent): RefundReason {
  if (event.of_order) return event.refunded_cents < event.total_cents ? 'part' : 'whole'
  if (event.mismatch) return 'mismatch'
  if (event.deleted_at !== null) return 'deleted'
  return event.paid_at === null ? 'sold_out' : 'paid_before'
}
