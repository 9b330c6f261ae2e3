import type { ListedReturn } from '#domain/returns/return.ts'
import { returnedText } from '#domain/returns/returned-text.ts'
import * as paths from '#paths.ts'
import type { CsvColumn } from '../../components/list/csv.ts'
import { formatLocalDay, formatMoment } from '../../components/order-card/order-dates.ts'
import { RETURN_STATE_LABELS, ReturnStatePill, stateSince } from '../../components/returns/return-state.tsx'
import { TextLink } from '../../ui/button.tsx'
import type { Column } from '../../ui/table.tsx'

const partsOf = ({ lines }: ListedReturn) => returnedText(lines)

export const returnColumns: readonly Column<ListedReturn>[] = [
  {
    key: 'number',
    heading: 'Return',
    title: true,
    cell: ({ _id, number }) => (
      <TextLink to={paths.returnDetails(_id)} className="whitespace-nowrap hover:text-signal">
        {number}
      </TextLink>
    ),
  },
  {
    key: 'order',
    heading: 'Order',
    className: 'text-sm',
    cell: ({ purchase }) => (
      <TextLink to={paths.order(purchase._id)} className="whitespace-nowrap hover:text-signal">
        {purchase.number}
      </TextLink>
    ),
  },
  {
    key: 'customer',
    heading: 'Customer',
    className: 'text-sm',
    cell: ({ customer }) => (
      <span className="wrap-anywhere" title={customer.email}>
        {customer.name || customer.email}
      </span>
    ),
  },
  {
    key: 'parts',
    heading: 'Parts',
    className: 'text-sm',
    cell: (one) => <span className="wrap-anywhere">{partsOf(one)}</span>,
  },
  { key: 'state', heading: 'State', cell: ({ state }) => <ReturnStatePill state={state} /> },
  {
    key: 'since',
    heading: 'Since',
    className: 'text-sm md:whitespace-nowrap',
    cell: (one) => (
      <time dateTime={stateSince(one)} title={formatMoment(stateSince(one))}>
        {formatLocalDay(stateSince(one))}
      </time>
    ),
  },
]

/** Amounts in dollars. */
export const returnCsv: readonly CsvColumn<ListedReturn>[] = [
  { heading: 'Return', value: ({ number }) => number },
  { heading: 'Order', value: ({ purchase }) => purchase.number },
  { heading: 'Customer', value: ({ customer }) => customer.name },
  { heading: 'Email', value: ({ customer }) => customer.email },
  { heading: 'Parts', value: partsOf },
  { heading: 'State', value: ({ state }) => RETURN_STATE_LABELS[state] },
  { heading: 'Asked', value: ({ createdAt }) => new Date(createdAt) },
  { heading: 'Received', value: ({ receivedAt }) => (receivedAt ? new Date(receivedAt) : '') },
  { heading: 'Refunded', value: ({ refunded }) => refunded ?? '' },
]
