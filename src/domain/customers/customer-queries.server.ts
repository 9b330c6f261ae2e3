import type { Selectable } from 'kysely'
import type { AccountsTable } from '#db/schema/accounts.ts'
import { roleInForce } from '../accounts/account-queries.server.ts'
import type { OrderFigures } from '../orders/count-orders.server.ts'
import { dollarsFromCents } from '../shared/money.ts'
import type { Customer } from './customer.ts'

/** An account with its figures as the API returns it: a closed one without its email. */
export function toCustomer(row: Selectable<AccountsTable>, figures: OrderFigures | undefined): Customer {
  const { orders = 0, cents = 0, last = null } = figures ?? {}
  const closed = row.closed_at !== null
  return {
    _id: row.id,
    name: row.name,
    ...(!closed && { email: row.email }),
    emailVerified: row.email_verified,
    role: roleInForce(row),
    closed,
    createdAt: row.created_at.toISOString(),
    orders,
    spent: dollarsFromCents(cents),
    ...(last && { lastOrderAt: last.toISOString() }),
  }
}
