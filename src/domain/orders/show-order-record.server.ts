import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import { dollarsFromCents } from '../shared/money.ts'
import { ok, type Outcome, refused } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import { countOrders } from './count-orders.server.ts'
import { withProducts } from './list-orders.server.ts'
import {
  findOrder,
  NO_SUCH_ORDER,
  numberOf,
  type OrderRow,
  PURCHASE_TOTAL,
  toOrder,
} from './order-queries.server.ts'
import { CHANGES_SHOWN, MAX_NOTES, type OrderRecord, OTHER_ORDERS_SHOWN } from './order-record.ts'

/**
 * What admins see of an order beyond what its customer sees: the customer's other orders, notes, changes and
 * emails. Access: admins. Refusals: not_found.
 */
export async function showOrderRecord(
  shop: Pick<Shop, 'db' | 'rules'>,
  id: string,
): Promise<Outcome<OrderRecord>> {
  const { db, rules } = shop
  const order = await findOrder(db, id)
  if (!order || order.deleted_at) return refused('not_found', NO_SUCH_ORDER)
  const [customer, others, together, notes, changes, mails] = await Promise.all([
    findCustomer(db, order),
    selectOthers(db, order).limit(OTHER_ORDERS_SHOWN).execute(),
    findTogether(db, order),
    findNotes(db, id),
    findChanges(db, id),
    db
      .selectFrom('order_mails')
      .selectAll()
      .where('order_id', '=', id)
      .orderBy('at', 'desc')
      .limit(CHANGES_SHOWN)
      .execute(),
  ])
  return ok({
    customer,
    otherOrders: await withProducts(
      db,
      others.map((row) => toOrder(row, rules)),
    ),
    together: together.map((row) => ({
      _id: row.id,
      number: numberOf(row, rules),
    })),
    notes,
    changes,
    mails: mails.map(({ kind, about, at, skipped }) => ({
      kind,
      about,
      at: at.toISOString(),
      ...(skipped !== null && { skipped }),
    })),
  })
}

async function findCustomer(db: Database, { account_id: id }: OrderRow): Promise<OrderRecord['customer']> {
  const [account, figures] = await Promise.all([
    db.selectFrom('accounts').select(['name', 'closed_at']).where('id', '=', id).executeTakeFirstOrThrow(),
    countOrders(db, [id]),
  ])
  const { orders = 0, cents = 0 } = figures.get(id) ?? {}
  const { name, closed_at: closedAt } = account
  return { _id: id, name, closed: closedAt !== null, orders, spent: dollarsFromCents(cents) }
}

function selectOthers(db: Database, { purchase_id: purchaseId, account_id: accountId }: OrderRow) {
  return db
    .selectFrom('orders')
    .selectAll('orders')
    .select(PURCHASE_TOTAL)
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .where('purchase_id', '<>', purchaseId)
    .orderBy('placed_at', 'desc')
    .orderBy('id', 'desc')
}

/** Only while this order is to ship as well. Addresses are compared without case and white space. */
async function findTogether(db: Database, order: OrderRow): Promise<OrderRow[]> {
  if (!order.paid_at || order.shipped_at || order.refunded_cents === order.total_cents) return []
  const same = (text: unknown) => sql`lower(regexp_replace(btrim(${text}), '\\s+', ' ', 'g'))`
  return selectOthers(db, order)
    .where('paid_at', 'is not', null)
    .where('shipped_at', 'is', null)
    .where(sql<boolean>`refunded_cents < total_cents`)
    .where(sql<boolean>`${same(sql.ref('customer_address'))} = ${same(order.customer_address)}`)
    .limit(OTHER_ORDERS_SHOWN)
    .execute()
}

async function findNotes(db: Database, orderId: string): Promise<OrderRecord['notes']> {
  const rows = await db
    .selectFrom('order_notes as n')
    .innerJoin('accounts as a', 'a.id', 'n.author_id')
    .select(['n.id', 'n.at', 'n.text', 'a.id as author', 'a.name', 'a.email'])
    .where('n.order_id', '=', orderId)
    .orderBy('n.at', 'desc')
    .orderBy('n.id', 'desc')
    .limit(MAX_NOTES)
    .execute()
  return rows.map(({ id, at, text, author, name, email }) => ({
    _id: id,
    at: at.toISOString(),
    author: { _id: author, name, email },
    text,
  }))
}

async function findChanges(db: Database, orderId: string): Promise<OrderRecord['changes']> {
  const rows = await db
    .selectFrom('audit_entries as e')
    .leftJoin('accounts as a', 'a.id', 'e.actor_id')
    .select(['e.id', 'e.at', 'e.action', 'e.actor_id', 'e.before', 'e.after', 'a.name', 'a.email'])
    .where('e.subject', '=', `order:${orderId}`)
    .orderBy('e.id', 'desc')
    .limit(CHANGES_SHOWN)
    .execute()
  return rows.map(({ id, at, action, actor_id: actor, before, after, name, email }) => ({
    _id: id,
    at: at.toISOString(),
    action,
    ...(actor !== null && { actor: { _id: actor, name: name ?? '', email: email ?? '' } }),
    ...(before && { before }),
    ...(after && { after }),
  }))
}
