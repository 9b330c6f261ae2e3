import { Link } from 'react-router'
import { nextStatus, orderStatus, type OrderStatus } from '#domain/orders/order-status.ts'
import type { Order, OrderListItem } from '#domain/orders/order.ts'
import { factorText } from '#domain/products/unit.ts'
import { formatUsd } from '#domain/shared/money.ts'
import { orderFitText } from '#domain/vehicles/fit-words.ts'
import * as paths from '#paths.ts'
import { type CsvColumn, csvPhone } from '../../components/admin-list/csv.ts'
import { Email } from '../../components/detail-list/email.tsx'
import { formatLocalDay, formatMoment } from '../../components/order-card/order-dates.ts'
import { Picture } from '../../components/product-card/picture.tsx'
import { Button, type ButtonVariant } from '../../ui/button.tsx'
import { type PillTone, StatusPill } from '../../ui/status-pill.tsx'
import { actionsColumn, BY_NUMBER, BY_WORD, type Column } from '../../ui/table.tsx'
import { unbrokenUnits } from '../../ui/unbroken-units.ts'
import { adminStatusWord } from './order-list.ts'

// For an admin a paid order requires action.
const tones: Record<OrderStatus, PillTone> = {
  unpaid: 'calm',
  paid: 'due',
  shipped: 'ok',
  refunded: 'calm',
  deleted: 'bad',
}

type Handlers = {
  onShip: (order: Order) => void
  onDelete: (order: Order) => void
  /** The list has only orders to ship, so shipping is its primary action. */
  toShip: boolean
}

/** Paid orders can be shipped, unpaid ones deleted. */
export function orderColumns({ onShip, onDelete, toShip }: Handlers): readonly Column<Order>[] {
  return [
    {
      key: 'productName',
      heading: 'Product',
      title: true,
      sortable: BY_WORD,
      cell: ({ picture, productName, fit }) => (
        <span className="flex min-w-0 items-center gap-3 text-left xl:gap-2">
          <Picture
            url={picture}
            sizes="64px"
            className="w-16 shrink-0 rounded-sm border border-line md:w-11 md:max-xl:hidden"
          />
          <span className="flex min-w-0 flex-col leading-snug wrap-anywhere md:min-w-28 md:leading-tight xl:min-w-36">
            <span>{unbrokenUnits(productName)}</span>
            {fit && <span className="text-sm font-normal text-ink-soft md:text-xs">{orderFitText(fit)}</span>}
          </span>
        </span>
      ),
    },
    {
      key: 'customerName',
      heading: 'Customer',
      sortable: BY_WORD,
      cell: (order) => <Customer order={order} />,
    },
    {
      key: 'customerAddress',
      heading: 'Ship to',
      // In a narrow table it is below the customer.
      className: 'md:max-xl:hidden!',
      cell: ({ customerAddress, customerPhone }) => (
        <span
          className="flex min-w-0 flex-col text-sm wrap-anywhere md:min-w-24 md:text-xs xl:min-w-35 md:leading-tight"
          title={customerPhone}
        >
          <span>{customerAddress}</span>
          <span className="text-ink-soft tabular-nums md:hidden">{customerPhone}</span>
        </span>
      ),
    },
    {
      key: 'totalPrice',
      heading: 'Total',
      numeric: true,
      sortable: BY_NUMBER,
      cell: ({ totalPrice, orderQty, unit, unitPrice }) => (
        <span className="flex flex-col items-end md:leading-tight">
          <span className="font-semibold md:text-sm">{formatUsd(totalPrice)}</span>
          <span className="text-sm whitespace-nowrap text-ink-soft md:text-xs">
            <span className="sr-only">Quantity </span>
            {factorText(orderQty, unit)} × {formatUsd(unitPrice)}
          </span>
        </span>
      ),
    },
    {
      key: 'placedAt',
      short: true,
      heading: 'Order',
      sortable: ['oldest first', 'newest first'],
      className: 'text-sm md:min-w-18 xl:whitespace-nowrap',
      cell: ({ _id, number, placedAt }) => (
        <Link
          to={paths.order(_id)}
          className="flex min-h-11 flex-col justify-center no-underline hover:text-signal max-md:items-end md:leading-tight md:pointer-fine:min-h-9"
        >
          <span className="whitespace-nowrap underline underline-offset-4">
            <span className="sr-only">Order </span>
            {number}
          </span>
          <time className="md:text-xs" dateTime={placedAt} title={formatMoment(placedAt)}>
            {formatLocalDay(placedAt)}
          </time>
        </Link>
      ),
    },
    {
      key: 'status',
      heading: 'Status',
      sortable: ['unpaid first', 'shipped first'],
      cell: (order) => <StatusCell order={order} />,
    },
    actionsColumn((order) => <Actions order={order} onShip={onShip} onDelete={onDelete} toShip={toShip} />),
  ]
}

function Customer({ order }: { order: Order }) {
  return (
    <span className="flex min-w-0 flex-col text-sm wrap-anywhere md:min-w-24 md:leading-tight xl:min-w-38">
      <span className="font-semibold">{order.customerName}</span>
      <span className="md:text-xs">
        <Email address={order.customerEmail} />
      </span>
      <span className="hidden text-xs md:max-xl:block">{order.customerAddress}</span>
    </span>
  )
}

/**
 * The status, with the transaction of a paid order, the carrier of a shipped one, or the expired hold of an
 * unpaid one.
 */
function StatusCell({ order }: { order: Order }) {
  return (
    <span className="flex min-w-0 flex-col items-start gap-1 max-md:items-end md:min-w-24 md:gap-0.5 xl:min-w-0">
      <StatusPill tone={tones[orderStatus(order)]}>{adminStatusWord(order)}</StatusPill>
      {order.refundedAmount !== undefined && !order.refunded && (
        <span className="text-xs text-ink-soft">{formatUsd(order.refundedAmount)} refunded</span>
      )}
      {order.disputed && <span className="text-xs font-semibold text-signal">Disputed</span>}
      {order.transactionId && (
        <span className="font-mono text-xs text-ink-soft wrap-anywhere select-all md:hidden">
          <span className="sr-only">Transaction id </span>
          {order.transactionId}
        </span>
      )}
      {order.carrier && order.carrier !== 'Other' && (
        <span className="text-xs text-ink-soft">with {order.carrier}</span>
      )}
      {!order.paid && !order.holdExpiresAt && <span className="text-xs text-ink-soft">Hold expired</span>}
    </span>
  )
}

/** A row's button: in a table 36 px high for a mouse; on a phone as wide as the card. */
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
