import { nextStatus, orderStatus } from '#domain/orders/order-status.ts'
import type { Order, OrderListItem } from '#domain/orders/order.ts'
import { shipToCity } from '#domain/orders/ship-to-city.ts'
import { factorText, quantityText } from '#domain/products/unit.ts'
import { formatUsd } from '#domain/shared/money.ts'
import { orderFitText } from '#domain/vehicles/fit-words.ts'
import * as paths from '#paths.ts'
import { type CsvColumn, csvPhone } from '../../components/admin-list/csv.ts'
import { Email } from '../../components/detail-list/email.tsx'
import { AdminStatus, adminStatusWord } from '../../components/order-card/admin-status.tsx'
import { formatLocalDay, formatMoment } from '../../components/order-card/order-dates.ts'
import { Picture } from '../../layout/picture.tsx'
import { Button, type ButtonVariant, TextLink } from '../../ui/button.tsx'
import { actionsColumn, BY_NUMBER, BY_WORD, type Column } from '../../ui/table.tsx'
import { unbrokenUnits } from '../../ui/unbroken-units.ts'

type Handlers = {
  onShip: (order: Order) => void
  onDelete: (order: Order) => void
  /** The list has only orders to ship, so shipping is its primary action. */
  toShip: boolean
}

/** A long text takes a second line, for which a row of a table has room. */
const TEXT = 'block wrap-anywhere md:leading-tight'

/**
 * The name and the facts of an order in one line. Paid orders can be shipped, unpaid ones deleted: by buttons
 * that show on hover, focus and selection, over the column that is empty then.
 */
export function orderColumns({ onShip, onDelete, toShip }: Handlers): readonly Column<Order>[] {
  return [
    {
      key: 'number',
      short: true,
      heading: 'Order',
      className: 'text-sm',
      cell: ({ _id, number }) => (
        <TextLink
          to={paths.order(_id)}
          className="whitespace-nowrap hover:text-signal md:pointer-fine:min-h-10"
        >
          <span className="sr-only">Order </span>
          {number}
        </TextLink>
      ),
    },
    {
      key: 'placedAt',
      short: true,
      heading: 'Date',
      sortable: ['oldest first', 'newest first'],
      // A narrow table has no room for it.
      className: 'text-sm whitespace-nowrap max-md:items-center md:max-xl:hidden!',
      cell: ({ placedAt }) => (
        <time dateTime={placedAt} title={formatMoment(placedAt)}>
          {formatShortDay(placedAt)}
        </time>
      ),
    },
    {
      key: 'customerName',
      heading: 'Customer',
      sortable: BY_WORD,
      className: 'text-sm',
      cell: ({ customerName, customerEmail }) => (
        <>
          <span className={`${TEXT} md:min-w-24 xl:min-w-28`} title={customerEmail}>
            {customerName}
          </span>
          <span className="block text-ink-soft md:hidden">
            <Email address={customerEmail} />
          </span>
        </>
      ),
    },
    {
      key: 'productName',
      heading: 'Part',
      title: true,
      sortable: BY_WORD,
      className: 'max-md:order-first',
      cell: ({ picture, productName, fit, orderQty, unit }) => (
        <span className="flex min-w-0 items-center gap-3 text-left max-md:flex-wrap">
          <Picture
            url={picture}
            sizes="64px"
            className="w-16 shrink-0 rounded-sm border border-line md:hidden"
          />
          <span
            className={`${TEXT} min-w-0 max-md:flex-1 max-md:basis-36 md:min-w-28 md:font-normal xl:min-w-44`}
          >
            {unbrokenUnits(productName)}{' '}
            <span
              className="tabular-nums max-md:block max-md:text-sm max-md:font-normal md:whitespace-nowrap"
              title={quantityText(orderQty, unit)}
            >
              <span className="sr-only">Quantity </span>× {factorText(orderQty, unit)}
            </span>
            {fit && (
              <span className="block text-sm font-normal text-ink-soft md:hidden">{orderFitText(fit)}</span>
            )}
          </span>
        </span>
      ),
    },
    {
      key: 'customerAddress',
      heading: 'Ship to',
      className: 'text-sm md:max-xl:hidden!',
      cell: ({ customerAddress, customerPhone }) => (
        <>
          <span className={`${TEXT} max-md:hidden xl:min-w-28`} title={customerAddress}>
            {shipToCity(customerAddress)}
          </span>
          <span className="flex min-w-0 flex-col wrap-anywhere md:hidden">
            <span>{customerAddress}</span>
            <span className="text-ink-soft tabular-nums">{customerPhone}</span>
          </span>
        </>
      ),
    },
    {
      key: 'totalPrice',
      heading: 'Total',
      numeric: true,
      sortable: BY_NUMBER,
      className: 'text-sm',
      cell: ({ totalPrice }) => <span className="font-semibold">{formatUsd(totalPrice)}</span>,
    },
    {
      key: 'status',
      short: true,
      heading: 'Status',
      sortable: ['unpaid first', 'shipped first'],
      className: 'max-md:gap-x-2',
      cell: (order) => <AdminStatus order={order} />,
    },
    {
      key: 'tracking',
      heading: 'Tracking',
      className: 'text-sm md:max-2xl:text-xs',
      cell: (order) => <TrackingCell order={order} />,
    },
    actionsColumn((order) => <Actions order={order} onShip={onShip} onDelete={onDelete} toShip={toShip} />, {
      revealed: true,
    }),
  ]
}

/** What there is to know beyond the status: carrier and number, a dispute, a refund, an expired hold. */
function TrackingCell({ order }: { order: Order }) {
  const { carrier, trackingNumber, refundedAmount, refunded, disputed, paid, holdExpiresAt } = order
  const note =
    refundedAmount !== undefined && !refunded
      ? `${formatUsd(refundedAmount)} refunded`
      : !paid && !holdExpiresAt
        ? 'Hold expired'
        : null
  const number = trackingNumber && `${carrier === 'Other' ? '' : `${carrier} `}${trackingNumber}`
  return (
    <span className={`${TEXT} md:min-w-20 md:break-all xl:min-w-28`}>
      {disputed && <span className="font-semibold text-signal">Disputed </span>}
      {number}
      {note && <span className="text-ink-soft">{note}</span>}
      {!disputed && !number && !note && <span className="md:hidden">–</span>}
    </span>
  )
}

const thisYear = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' })

/** "Nov 3", of another year "Nov 3, 2025". */
function formatShortDay(iso: string): string {
  const date = new Date(iso)
  return date.getFullYear() === new Date().getFullYear() ? thisYear.format(date) : formatLocalDay(iso)
}

/** A row's button: in a table 36 px high for a mouse, inside its row; on a phone as wide as the card. */
const IN_ROW = 'max-md:w-full md:pointer-fine:min-h-9!'

function Actions({ order, onShip, onDelete, toShip }: Handlers & { order: Order }) {
  const status = orderStatus(order)
  const whose = `${order.productName} for ${order.customerName}`
  const button = (label: string, variant: ButtonVariant, press: (order: Order) => void) => (
    <Button
      size="sm"
      variant={variant}
      className={IN_ROW}
      onClick={() => press(order)}
      aria-label={`${label} ${whose}`}
    >
      {label}
    </Button>
  )
  if (nextStatus(status, 'ship')) return button('Ship', toShip ? 'primary' : 'quiet', onShip)
  return nextStatus(status, 'delete') && button('Delete', 'danger', onDelete)
}

/** Prices in dollars. */
export const orderCsv: readonly CsvColumn<OrderListItem>[] = [
  { heading: 'Number', value: ({ number }) => number },
  { heading: 'Product', value: ({ productName }) => productName },
  { heading: 'Part number', value: ({ partNumber }) => partNumber ?? '' },
  { heading: 'Quantity', value: ({ orderQty }) => orderQty },
  { heading: 'Unit', value: ({ unit }) => unit },
  { heading: 'Price per unit', value: ({ unitPrice }) => unitPrice },
  { heading: 'Total', value: ({ totalPrice }) => totalPrice },
  { heading: 'Customer', value: ({ customerName }) => customerName },
  { heading: 'Email', value: ({ customerEmail }) => customerEmail },
  { heading: 'Address', value: ({ customerAddress }) => customerAddress },
  { heading: 'Phone', value: ({ customerPhone }) => csvPhone(customerPhone) },
  { heading: 'Ordered', value: ({ placedAt }) => new Date(placedAt) },
  { heading: 'Status', value: adminStatusWord },
  { heading: 'Refunded', value: ({ refundedAmount }) => refundedAmount ?? '' },
  { heading: 'Vehicle', value: ({ fit }) => (fit ? orderFitText(fit) : '') },
  { heading: 'Carrier', value: ({ carrier }) => carrier ?? '' },
  { heading: 'Tracking number', value: ({ trackingNumber }) => trackingNumber ?? '' },
  { heading: 'Order id', value: ({ _id }) => _id },
  { heading: 'Transaction id', value: ({ transactionId }) => transactionId ?? '' },
]
