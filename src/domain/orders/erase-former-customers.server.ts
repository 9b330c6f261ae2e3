import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import { FORMER_CUSTOMER } from '../accounts/account.ts'
import type { Shop } from '../shop.ts'

/**
 * How long after its shipping, refund or cancellation an order keeps its customer: a cardholder may dispute a
 * charge until then.
 */
const DISPUTE_DAYS = 180

/**
 * Erases name, email, phone, address, notes and the words of returns and refunds from orders and documents of
 * closed accounts, as soon as nothing needs them (decision 148): from deleted orders at once, and from
 * shipped, refunded or canceled ones after 180 days. A purchase of which a part is still to ship keeps them.
 * Part, quantity, price, dates and payment stay: the books need them.
 * @param accountId of one account only.
 */
export async function eraseCustomers(db: Database, accountId: string | null): Promise<void> {
  await sql`
    update orders o set customer_name = ${FORMER_CUSTOMER}, customer_email = '', customer_phone = '', customer_address = ''
    from accounts a
    where a.id = o.account_id and a.closed_at is not null and (${accountId}::text is null or a.id = ${accountId})
      and o.customer_email <> '' and (
        o.deleted_at is not null
        or greatest(o.shipped_at, case when o.refunded_cents = o.total_cents then o.refunded_at end,
                    case when o.canceled_quantity = o.quantity then coalesce(
                      o.refunded_at, (select max(m.at) from stock_movements m where m.order_id = o.id and m.kind = 'canceled')) end)
           < now() - make_interval(days => ${DISPUTE_DAYS}::integer)
        and not exists (
          select from orders l where l.purchase_id = o.purchase_id and l.deleted_at is null
            and l.canceled_quantity + l.shipped_quantity < l.quantity and l.refunded_cents < l.total_cents))`.execute(
    db,
  )
  await sql`
    update purchases p set ship_to = null from orders o join accounts a on a.id = o.account_id
    where o.id = p.id and p.ship_to is not null and a.closed_at is not null and o.customer_email = ''
      and (${accountId}::text is null or a.id = ${accountId})`.execute(db)
  await sql`
    update documents d set buyer = jsonb_build_object('name', ${FORMER_CUSTOMER}::text, 'email', '', 'address', '')
    from orders o join accounts a on a.id = o.account_id
    where o.id = d.purchase_id and d.buyer->>'email' <> '' and a.closed_at is not null and o.customer_email = ''
      and (${accountId}::text is null or a.id = ${accountId})`.execute(db)
  // Notes may describe the person.
  await sql`
    delete from order_notes n using orders o join accounts a on a.id = o.account_id
    where o.id = n.order_id and a.closed_at is not null and o.customer_email = ''
      and (${accountId}::text is null or a.id = ${accountId})`.execute(db)
  await sql`
    update returns r set note = '' from orders o join accounts a on a.id = o.account_id
    where o.id = r.purchase_id and r.note <> '' and a.closed_at is not null and o.customer_email = ''
      and (${accountId}::text is null or a.id = ${accountId})`.execute(db)
  await sql`
    update refunds r set note = '' from orders o join accounts a on a.id = o.account_id
    where o.id = r.purchase_id and r.note <> '' and a.closed_at is not null and o.customer_email = ''
      and (${accountId}::text is null or a.id = ${accountId})`.execute(db)
  await sql`
    update return_lines l set words = '' from orders o join accounts a on a.id = o.account_id
    where o.id = l.order_id and l.words <> '' and a.closed_at is not null and o.customer_email = ''
      and (${accountId}::text is null or a.id = ${accountId})`.execute(db)
}

/**
 * Erases the customers of old orders, and cars, addresses and carts that were saved while their account was
 * closed. For a daily job.
 */
export async function eraseFormerCustomers({ db }: Pick<Shop, 'db'>): Promise<void> {
  await eraseCustomers(db, null)
  await sql`
    delete from garage_vehicles g using accounts a where a.id = g.account_id and a.closed_at is not null`.execute(
    db,
  )
  await sql`
    delete from addresses d using accounts a where a.id = d.account_id and a.closed_at is not null`.execute(
    db,
  )
  await sql`delete from carts c using accounts a where a.id = c.account_id and a.closed_at is not null`.execute(
    db,
  )
}
