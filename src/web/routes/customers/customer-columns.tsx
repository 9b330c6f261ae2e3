import type { Customer } from '#domain/customers/customer.ts'
import { formatCount } from '#domain/shared/format-count.ts'
import { formatUsd } from '#domain/shared/money.ts'
import * as paths from '#paths.ts'
import { Email } from '../../components/detail-list/email.tsx'
import type { CsvColumn } from '../../components/list/csv.ts'
import { formatLocalDay } from '../../components/order-card/order-dates.ts'
import { TextLink } from '../../ui/button.tsx'
import { StatusPill } from '../../ui/status-pill.tsx'
import { BY_WORD, type Column } from '../../ui/table.tsx'

export const customerColumns: readonly Column<Customer>[] = [
  {
    key: 'name',
    heading: 'Customer',
    title: true,
    sortable: BY_WORD,
    cell: ({ _id, name, email }) => (
      <TextLink to={paths.customer(_id)} className="wrap-anywhere hover:text-signal">
        {name || email || 'Customer'}
      </TextLink>
    ),
  },
  {
    key: 'email',
    heading: 'Email',
    sortable: BY_WORD,
    className: 'text-sm',
    cell: ({ email }) => (
      <span className="wrap-anywhere">{email === undefined ? '–' : <Email address={email} />}</span>
    ),
  },
  {
    key: 'state',
    heading: 'Account',
    // Below its label where large text leaves no room.
    className: 'max-md:flex-wrap',
    cell: (customer) => <AccountState customer={customer} />,
  },
  {
    key: 'orders',
    heading: 'Orders',
    numeric: true,
    className: 'text-sm',
    cell: ({ orders }) => formatCount(orders),
  },
  {
    key: 'spent',
    heading: 'Spent',
    numeric: true,
    className: 'text-sm',
    cell: ({ spent }) => formatUsd(spent),
  },
  {
    key: 'lastOrderAt',
    heading: 'Last order',
    className: 'text-sm md:whitespace-nowrap',
    cell: ({ lastOrderAt }) => (lastOrderAt === undefined ? '–' : formatLocalDay(lastOrderAt)),
  },
  {
    key: 'createdAt',
    heading: 'Joined',
    sortable: ['oldest first', 'newest first'],
    className: 'text-sm md:whitespace-nowrap md:max-xl:hidden!',
    cell: ({ createdAt }) => formatLocalDay(createdAt),
  },
]

/** Closed, an admin's, or with a verified email or not. */
export function AccountState({
  customer,
}: {
  customer: Pick<Customer, 'closed' | 'emailVerified' | 'role'>
}) {
  const { closed, emailVerified, role } = customer
  if (closed) return <StatusPill>Closed</StatusPill>
  if (role === 'admin') return <StatusPill tone="ok">Admin</StatusPill>
  return emailVerified ? (
    <StatusPill tone="ok">Verified</StatusPill>
  ) : (
    <StatusPill tone="caution">Not verified</StatusPill>
  )
}

/** Amounts in dollars. */
export const customerCsv: readonly CsvColumn<Customer>[] = [
  { heading: 'Name', value: ({ name }) => name },
  { heading: 'Email', value: ({ email }) => email ?? '' },
  { heading: 'Email verified', value: ({ emailVerified }) => (emailVerified ? 'yes' : 'no') },
  { heading: 'Closed', value: ({ closed }) => (closed ? 'yes' : 'no') },
  { heading: 'Orders', value: ({ orders }) => orders },
  { heading: 'Spent', value: ({ spent }) => spent },
  { heading: 'Last order', value: ({ lastOrderAt }) => (lastOrderAt ? new Date(lastOrderAt) : '') },
  { heading: 'Joined', value: ({ createdAt }) => new Date(createdAt) },
]
