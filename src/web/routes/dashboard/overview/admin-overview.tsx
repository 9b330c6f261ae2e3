import { Link } from 'react-router'
import type { CallResponse } from '#contract/call.ts'
import type { showOverview } from '#contract/orders.ts'
import { STOCK_LEVEL_LABELS, stockLevel } from '#domain/products/product.ts'
import { formatUsd } from '#domain/shared/money.ts'
import * as paths from '#paths.ts'
import { pathWithQuery } from '#paths.ts'
import { formatMoment } from '../../../components/order-card/order-dates.ts'
import { PageHeading } from '../../../layout/page-heading.tsx'
import { Alert } from '../../../ui/alert.tsx'
import { LinkButton, TextLink } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { type Column, Table } from '../../../ui/table.tsx'
import { SalesCharts } from './sales-charts.tsx'

type Store = CallResponse<typeof showOverview>
type LowStockProduct = Store['lowStock'][number]

const ORDERS = paths.manageOrders
const PRODUCTS = paths.manageProducts

/** An admin's overview: orders to ship, unpaid orders, revenue, low stock. */
export function AdminOverview({ name, store }: { name: string; store: Store }) {
  const { orders, revenue, lowStock, stock, reconciled, refusedRefunds } = store
  return (
    <>
      <PageHeading
        eyebrow="Overview"
        title={`Hello, ${name}`}
        actions={
          orders.toShip > 0 ? (
            <LinkButton variant="primary" to={`${ORDERS}?status=paid`}>
              Ship orders
            </LinkButton>
          ) : (
            <LinkButton to={ORDERS}>See all orders</LinkButton>
          )
        }
      />
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line xl:grid-cols-4">
        <Figure
          name="To ship"
          value={orders.toShip}
          hint="ready to ship"
          to={`${ORDERS}?status=paid`}
          marked={orders.toShip > 0}
        />
        <Figure
          name="Unpaid"
          value={orders.unpaid}
          hint="waiting for the customer"
          to={`${ORDERS}?status=unpaid`}
        />
        <Figure
          name="Shipped"
          value={orders.shipped}
          hint={`of ${orders.all} orders${orders.refunded > 0 ? `; ${orders.refunded} refunded` : ''}`}
          to={`${ORDERS}?status=shipped`}
        />
        <Figure
          name="Revenue"
          value={formatUsd(revenue.last30Days)}
          hint={`last 30 days; ${formatUsd(revenue.total)} in total`}
          to={pathWithQuery(paths.audit, { kind: 'money' })}
        />
      </dl>
      <SalesCharts store={store} />
      {refusedRefunds.length > 0 && <RefusedRefunds refunds={refusedRefunds} />}
      {reconciled && <Reconciled {...reconciled} />}
      <div className="mt-10 mb-4 flex flex-wrap items-end justify-between gap-3">
        <h2 className="text-3xl">Sold out or running low</h2>
        <div className="flex flex-wrap gap-2">
          {(['out', 'low'] as const).map(
            (level) =>
              stock[level] > 0 && (
                <LinkButton key={level} size="sm" to={`${PRODUCTS}?stock=${level}`}>
                  {`${STOCK_LEVEL_LABELS[level]}: ${stock[level]}`}
                </LinkButton>
              ),
          )}
          {lowStock.length === 0 && (
            <LinkButton size="sm" to={PRODUCTS}>
              Manage All Products
            </LinkButton>
          )}
        </div>
      </div>
      {lowStock.length === 0 ? (
        <p className="rounded-lg border border-line bg-raised p-4 text-ink-soft sm:p-6">
          Every part is well stocked.
        </p>
      ) : (
        <Table
          caption="Parts that are sold out or running low"
          columns={columns}
          rows={lowStock}
          rowKey={(product) => product._id}
        />
      )}
    </>
  )
}

/** Charges to pay back by hand, since the card provider refuses their refunds. */
function RefusedRefunds({ refunds }: { refunds: Store['refusedRefunds'] }) {
  return (
    <Alert tone="danger" title="Refunds are refused" className="mt-6">
      <p>
        These charges came too late for their orders, and the card provider refuses to refund them. See why in
        its dashboard, and pay the customers back.
      </p>
      <ul className="mt-2">
        {refunds.map(({ orderId, number, amount }, at) => (
          <li key={`${orderId} ${at}`}>
            <TextLink to={pathWithQuery(paths.audit, { q: orderId })}>{number}</TextLink>: {formatUsd(amount)}
          </li>
        ))}
      </ul>
    </Alert>
  )
}

/** The result of the last reconciliation with the card provider: an alert only when action is required. */
function Reconciled({ at, compared, differences }: NonNullable<Store['reconciled']>) {
  const when = <time dateTime={at}>{formatMoment(at)}</time>
  if (differences === 0)
    return (
      <p className="mt-4 text-sm text-ink-soft">
        {compared} recent payments reconciled with the card processor ({when}).
      </p>
    )
  return (
    <Alert tone="danger" title="Payments differ" className="mt-6">
      <p>
        {differences} of {compared} payments of the last days differ between our records and the card
        provider’s ({when}).
      </p>
      <div className="mt-4">
        <LinkButton size="sm" to={pathWithQuery(paths.audit, { kind: 'difference' })}>
          See the differences
        </LinkButton>
      </div>
    </Alert>
  )
}

function Figure({
  name,
  value,
  hint,
  to,
  marked = false,
}: {
  name: string
  value: number | string
  hint: string
  /** The path of the list behind the count. */
  to: string
  marked?: boolean
}) {
  return (
    <div className="relative flex min-w-0 flex-col bg-raised p-4 hover:bg-surface sm:p-5">
      <dt className="text-ink-soft">
        <Link to={to} className="underline underline-offset-4 after:absolute after:inset-0 hover:text-ink">
          {name}
        </Link>
      </dt>
      <dd
        className={classNames(
          'font-display text-3xl leading-tight font-semibold tabular-nums sm:text-4xl',
          marked && 'text-signal',
        )}
      >
        {value}
      </dd>
      <dd className="text-sm text-ink-soft">{hint}</dd>
    </div>
  )
}

const columns: readonly Column<LowStockProduct>[] = [
  {
    key: 'name',
    heading: 'Part',
    title: true,
    cell: (product) => (
      <TextLink to={`${PRODUCTS}/${product._id}`} className="hover:text-signal">
        {product.name}
      </TextLink>
    ),
  },
  { key: 'available', heading: 'In stock', numeric: true, cell: (product) => product.available },
  { key: 'minOrder', heading: 'Minimum order', numeric: true, cell: (product) => product.minOrder },
  {
    key: 'state',
    heading: 'Stock',
    cell: (product) => STOCK_LEVEL_LABELS[stockLevel(product)],
  },
]
