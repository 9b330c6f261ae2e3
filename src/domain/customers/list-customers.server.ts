import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import { SEARCHED_ACCOUNT } from '../accounts/account-queries.server.ts'
import { countOrders } from '../orders/count-orders.server.ts'
import { newestFirst, searchNewest, sortedPage } from '../shared/newest-first.server.ts'
import { parseOrderNumber } from '../shared/order-number.ts'
import { hasPhone } from '../shared/phone-search.server.ts'
import { searchPattern } from '../shared/text.ts'
import type { Shop } from '../shop.ts'
import { toCustomer } from './customer-queries.server.ts'
import type { Customer, CUSTOMER_SORT_KEYS, ListCustomersQuery } from './customer.ts'

const sortKeys: Record<(typeof CUSTOMER_SORT_KEYS)[number], RawBuilder<unknown>> = {
  name: sql`lower(name)`,
  email: sql`email`,
  createdAt: sql`created_at`,
}

/**
 * Everyone with an account, newest first or sorted, with their orders in numbers; closed accounts without
 * personal data. An order's number finds only its customer. Access: admins.
 * @throws OverloadedError when too many searches run, or this one takes too long.
 */
export async function listCustomers(
  shop: Pick<Shop, 'db' | 'rules' | 'searchBulkhead'>,
  query: ListCustomersQuery,
): Promise<Customer[]> {
  const rows = await findRows(shop, query)
  const figures = await countOrders(
    shop.db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => toCustomer(row, figures.get(row.id)))
}

async function findRows(
  { db, rules, searchBulkhead }: Pick<Shop, 'db' | 'rules' | 'searchBulkhead'>,
  query: ListCustomersQuery,
) {
  const { q } = query
  if (!q) return selectCustomers(db, query).execute()
  const number = parseOrderNumber(q, rules.orderPrefix)
  const ofOrder =
    number === null
      ? []
      : await selectCustomers(db, { status: query.status, limit: 1 })
          .where('id', 'in', (eb) =>
            eb
              .selectFrom('orders')
              .select('account_id')
              .where('number', '=', String(number))
              .where('deleted_at', 'is', null),
          )
          .execute()
  if (ofOrder.length > 0) return query.after ? [] : ofOrder
  return searchBulkhead('admins', () => searchCustomers(db, query, q))
}

function selectCustomers(db: Database, { status, sort, ...page }: ListCustomersQuery) {
  const all = db.selectFrom('accounts').selectAll()
  const rows = sort
    ? sortedPage(all, 'accounts', sortKeys, { ...page, sort })
    : newestFirst(all, 'accounts', 'created_at', page)
  if (status === undefined) return rows
  if (status === 'closed') return rows.where('closed_at', 'is not', null)
  return rows.where('closed_at', 'is', null).where('email_verified', '=', status === 'verified')
}

function searchCustomers(db: Database, query: ListCustomersQuery, q: string) {
  const matches = sql<boolean>`${SEARCHED_ACCOUNT} ilike ${searchPattern(q)}`
  const phone = hasPhone('phone', q)
  // As a list of ids, so that the index is used whatever the planner thinks of the pattern.
  const byIndex = () =>
    selectCustomers(db, query)
      .where(
        sql<boolean>`id = any (array(
          select id from accounts where ${matches} ${phone ? sql`union all select id from accounts where ${phone}` : sql``}))`,
      )
      .execute()
  if (query.sort || phone) return byIndex()
  return searchNewest(db, 'created_at', query.limit, {
    newest: (limit) => selectCustomers(db, { ...query, limit }),
    matches,
    byIndex,
  })
}
