import { linesToShip, openQty, type Purchase, purchaseTitle } from '#domain/orders/purchase.ts'
import { shipToCity } from '#domain/orders/ship-to-city.ts'
import { factorText, quantityText } from '#domain/products/unit.ts'
import { formatCountOf } from '#domain/shared/format-count.ts'
import { formatUsd } from '#domain/shared/money.ts'
import { orderFitText } from '#domain/vehicles/fit-words.ts'
import * as paths from '#paths.ts'
import { Email } from '../../components/detail-list/email.tsx'
import { AdminStatus } from '../../components/order-card/admin-status.tsx'
import { formatLocalDay, formatMoment } from '../../components/order-card/order-dates.ts'
import { Picture } from '../../layout/picture.tsx'
import { Button, type ButtonVariant, TextLink } from '../../ui/button.tsx'
import { actionsColumn, BY_NUMBER, BY_WORD, type Column } from '../../ui/table.tsx'
import { unbrokenUnits } from '../../ui/unbroken-units.ts'

type Handlers = {
  onShip: (order: Purchase) => void
  onDelete: (order: Purchase) => void
  /** The list has only orders to ship, so shipping is its primary action. */
  toShip: boolean
}

/** A long text takes a second line, for which a row of a table has room. */
const TEXT = 'block wrap-anywhere md:leading-tight'

/**
 * The name and the facts of an order in one line. Paid orders can be shipped, unpaid ones deleted: by buttons
 * that show on hover, focus and selection, over the column that is empty then.
 */
export function orderColumns({ onShip, onDelete, toShip }: Handlers): readonly Column<Purchase>[] {
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
      cell: ({ name, email }) => (
        <>
          <span className={`${TEXT} md:min-w-24 xl:min-w-28`} title={email}>
            {name}
          </span>
          <span className="block text-ink-soft md:hidden">
            <Email address={email} />
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
      cell: ({ lines }) => <Parts lines={lines} />,
    },
    {
      key: 'customerAddress',
      heading: 'Ship to',
      className: 'text-sm md:max-xl:hidden!',
      cell: ({ address, phone }) => (
        <>
          <span className={`${TEXT} max-md:hidden xl:min-w-28`} title={address}>
            {shipToCity(address)}
          </span>
          <span className="flex min-w-0 flex-col wrap-anywhere md:hidden">
            <span>{address}</span>
            <span className="text-ink-soft tabular-nums">{phone}</span>
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
      cell: ({ total }) => <span className="font-semibold">{formatUsd(total)}</span>,
    },
    {
      key: 'status',
      short: true,
      heading: 'Status',
      sortable: ['unpaid first', 'shipped first'],
      className: 'max-md:gap-x-2',
      cell: ({ status }) => <AdminStatus status={status} />,
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

/** The part and its quantity; of several the first, and how many more there are. */
function Parts({ lines: [line, ...others] }: Pick<Purchase, 'lines'>) {
  if (!line) return null
  const { picture, name, fit, quantity, unit } = line
  const more = others.length > 0 && ` + ${others.length} more`
  return (
    <span className="flex min-w-0 items-center gap-3 text-left max-md:flex-wrap">
      <Picture url={picture} sizes="64px" className="w-16 shrink-0 rounded-sm border border-line md:hidden" />
      <span
        className={`${TEXT} min-w-0 max-md:flex-1 max-md:basis-36 md:min-w-28 md:font-normal xl:min-w-44`}
      >
        {unbrokenUnits(name)}{' '}
        <span
          className="tabular-nums max-md:block max-md:text-sm max-md:font-normal md:whitespace-nowrap"
          title={quantityText(quantity, unit)}
        >
          <span className="sr-only">Quantity </span>× {factorText(quantity, unit)}
        </span>
        {more && (
          <span className="whitespace-nowrap" title={others.map((other) => other.name).join('\n')}>
            {more}
          </span>
        )}
        {fit && (
          <span className="block text-sm font-normal text-ink-soft md:hidden">{orderFitText(fit)}</span>
        )}
      </span>
    </span>
  )
}

/**
 * What there is to know beyond the status: carrier and number, a dispute, a refund, an expired hold, and of
 * several parts or parcels how many pieces are to ship.
 */
function TrackingCell({ order }: { order: Purchase }) {
  const { status, lines, shipments, refunded, disputed, heldUntil } = order
  const open = linesToShip(order).reduce((sum, line) => sum + openQty(line), 0)
  const note =
    refunded > 0 && status !== 'refunded'
      ? `${formatUsd(refunded)} refunded`
      : status === 'unpaid' && !heldUntil
        ? 'Hold expired'
        : lines.length + shipments.length > 1 && open > 0
          ? `${formatCountOf(open, 'piece')} to ship`
          : null
  const number = trackingText(order)
  return (
    <span className={`${TEXT} md:min-w-20 md:break-all xl:min-w-26`}>
      {disputed && <span className="font-semibold text-signal">Disputed </span>}
      {number}
      {note && <span className={`text-ink-soft ${number ? 'block' : ''}`}>{note}</span>}
      {!disputed && !number && !note && <span className="md:hidden">–</span>}
    </span>
  )
}

/** The tracking: "UPS 1Z999"; of several numbers how many parcels there are, so that rows stay low. */
function trackingText({ shipments }: Purchase): string {
  const numbers = shipments.flatMap(({ carrier, trackingNumber }) =>
    trackingNumber === undefined ? [] : `${carrier === 'Other' ? '' : `${carrier} `}${trackingNumber}`,
  )
  const [number = '', ...others] = new Set(numbers)
  return others.length === 0 ? number : formatCountOf(shipments.length, 'parcel')
}

const thisYear = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' })

/** "Nov 3", of another year "Nov 3, 2025". */
function formatShortDay(iso: string): string {
  const date = new Date(iso)
  return date.getFullYear() === new Date().getFullYear() ? thisYear.format(date) : formatLocalDay(iso)
}

/** A row's button: in a table 36 px high for a mouse, inside its row; on a phone as wide as the card. */
const IN_ROW = 'max-md:w-full md:pointer-fine:min-h-9!'

function Actions({ order, onShip, onDelete, toShip }: Handlers & { order: Purchase }) {
  const whose = `${purchaseTitle(order)} for ${order.name}`
  const button = (label: string, variant: ButtonVariant, press: (order: Purchase) => void) => (
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
  if (linesToShip(order).length > 0) return button('Ship', toShip ? 'primary' : 'quiet', onShip)
  return order.status === 'unpaid' && button('Delete', 'danger', onDelete)
}
