import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import { dollarsFromCents } from '../shared/money.ts'
import { formatOrderNumber } from '../shared/order-number.ts'
import { ok, type Outcome, refused } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import { countOrders } from './count-orders.server.ts'
import { withProducts } from './list-orders.server.ts'
import {
  findOrder,
  IS_TO_SHIP,
  isRefunded,
  NO_SUCH_ORDER,
  openPieces,
  type OrderRow,
  PURCHASED,
  toOrder,
} from './order-queries.server.ts'
import { CHANGES_SHOWN, MAX_NOTES, type OrderRecord, OTHER_ORDERS_SHOWN } from './order-record.ts'

/**
 * What admins see of an order, and of the parts it was checked out with, beyond what its customer sees: the
 * customer's other orders, notes, changes and emails. Access: admins. Refusals: not_found.
 */
export async function showOrderRecord(
  shop: Pick<Shop, 'db' | 'rules'>,
  id: string,
): Promise<Outcome<OrderRecord>> {
  const { db, rules } = shop
  const order = await findOrder(db, id)
  if (!order || order.deleted_at) return refused('not_found', NO_SUCH_ORDER)
  const parts = await db
    .selectFrom('orders')
    .selectAll()
    .where('purchase_id', '=', order.purchase_id)
    .orderBy('line')
    .execute()
  const ids = parts.map((part) => part.id)
  /** For an entry about another part than the one asked for. */
  const ofPart = (orderId: string) => orderId !== id && { orderId }
  const [customer, others, together, notes, changes, mails] = await Promise.all([
    findCustomer(db, order),
    findOthers(db, order),
    findTogether(db, parts),
    findNotes(db, ids),
    findChanges(db, ids),
    db
      .selectFrom('order_mails')
      .selectAll()
      .where('order_id', 'in', ids)
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
    together: [
      ...new Map(
        together.map(({ purchase_id: _id, number }) => [
          _id,
          { _id, number: formatOrderNumber(number, rules.orderPrefix) },
        ]),
      ).values(),
    ],
    notes,
    changes: changes.map(({ orderId, ...change }) => ({ ...change, ...ofPart(orderId) })),
    mails: mails.map(({ kind, about, at, skipped, order_id: orderId }) => ({
      kind,
      about,
      at: at.toISOString(),
      ...(skipped !== null && { skipped }),
      ...ofPart(orderId),
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
    .select(PURCHASED)
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .where('purchase_id', '<>', purchaseId)
    .orderBy('placed_at', 'desc')
    .orderBy('purchase_id', 'desc')
    .orderBy('line')
}

/** All parts of the newest other purchases. */
async function findOthers(db: Database, order: OrderRow) {
  const newest = await selectOthers(db, order).where('line', '=', 1).limit(OTHER_ORDERS_SHOWN).execute()
  if (newest.length === 0) return []
  return selectOthers(db, order)
    .where(
      'purchase_id',
      'in',
      newest.map((first) => first.purchase_id),
    )
    .execute()
}

/** Only while one of these parts is to ship as well. Addresses are compared without case and white space. */
async function findTogether(db: Database, parts: readonly OrderRow[]): Promise<OrderRow[]> {
  const order = parts.find((part) => part.paid_at && openPieces(part) > 0 && !isRefunded(part))
  if (!order) return []
  const same = (text: unknown) => sql`lower(regexp_replace(btrim(${text}), '\\s+', ' ', 'g'))`
  return selectOthers(db, order)
    .where(IS_TO_SHIP)
    .where(sql<boolean>`${same(sql.ref('customer_address'))} = ${same(order.customer_address)}`)
    .limit(OTHER_ORDERS_SHOWN)
    .execute()
}

async function findNotes(db: Database, orderIds: readonly string[]): Promise<OrderRecord['notes']> {
  const rows = await db
    .selectFrom('order_notes as n')
    .innerJoin('accounts as a', 'a.id', 'n.author_id')
    .select(['n.id', 'n.at', 'n.text', 'a.id as author', 'a.name', 'a.email'])
    .where('n.order_id', 'in', orderIds)
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

async function findChanges(db: Database, orderIds: readonly string[]) {
  const rows = await db
    .selectFrom('audit_entries as e')
    .leftJoin('accounts as a', 'a.id', 'e.actor_id')
    .select([
      'e.id',
      'e.at',
      'e.subject',
      'e.action',
      'e.actor_id',
      'e.before',
      'e.after',
      'a.name',
      'a.email',
    ])
    .where(
      'e.subject',
      'in',
      orderIds.map((id) => `order:${id}`),
    )
    .orderBy('e.id', 'desc')
    .limit(CHANGES_SHOWN)
    .execute()
  return rows.map(({ id, at, subject, action, actor_id: actor, before, after, name, email }) => ({
    _id: id,
    orderId: subject.slice('order:'.length),
    at: at.toISOString(),
    action,
    ...(actor !== null && { actor: { _id: actor, name: name ?? '', email: email ?? '' } }),
    ...(before && { before }),
    ...(after && { after }),
  }))
}
