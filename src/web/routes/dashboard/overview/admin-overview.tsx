import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { CallResponse } from '#contract/call.ts'
import type { showOverview } from '#contract/orders.ts'
import { STOCK_LEVEL_LABELS, stockLevel } from '#domain/products/product.ts'
import { formatCountOf } from '#domain/shared/format-count.ts'
import * as paths from '#paths.ts'
import { pathWithQuery } from '#paths.ts'
import { buttonsColumn } from '../../../components/list/buttons-column.tsx'
import { formatMoment } from '../../../components/order-card/order-dates.ts'
import { AdjustStockDialog } from '../../../components/restock/adjust-stock-dialog.tsx'
import { PageHeading } from '../../../layout/page-heading.tsx'
import { Alert } from '../../../ui/alert.tsx'
import { LinkButton, TextLink } from '../../../ui/button.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { FailedRefund } from '../../order/failed-refund.tsx'
import { FirstSteps } from './first-steps.tsx'
import { SalesCharts } from './sales-charts.tsx'
import type { SalesView } from './sales-view.ts'
import { ToDoList, toShipPath } from './to-do-list.tsx'

type Store = CallResponse<typeof showOverview>
type LowStockProduct = Store['lowStock'][number]

const ORDERS = paths.manageOrders
const PRODUCTS = paths.manageProducts

/** An admin's overview: what to do today, parts to restock, then sales. */
export function AdminOverview({ name, store, view }: { name: string; store: Store; view: SalesView }) {
  const { revalidate } = useRevalidator()
  const [toRestock, setToRestock] = useState<LowStockProduct | null>(null)
  const { orders, lowStock, stock, reconciled, failedRefunds } = store
  return (
    <>
      <PageHeading
        compact
        eyebrow="Overview"
        title={`Hello, ${name}`}
        actions={
          orders.toShip > 0 ? (
            <LinkButton variant="primary" to={toShipPath(orders)}>
              Ship orders
            </LinkButton>
          ) : (
            <LinkButton to={ORDERS}>See all orders</LinkButton>
          )
        }
      />
      <FirstSteps store={store} />
      <ToDoList store={store} />
      <FailedRefunds refunds={failedRefunds} />
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
          columns={lowStockColumns(setToRestock)}
          rows={lowStock}
          rowKey={(product) => product._id}
        />
      )}
      <h2 className="mt-10 mb-3 text-3xl">Sales</h2>
      <SalesCharts store={store} view={view} />
      <AdjustStockDialog product={toRestock} onClose={() => setToRestock(null)} onChanged={revalidate} />
    </>
  )
}

/** Refunds that are still owed; an order that was deleted has no page. */
function FailedRefunds({ refunds }: { refunds: Store['failedRefunds'] }) {
  return refunds.map(({ orderId, number, deleted, ...refund }) => (
    <div key={refund._id} className="mt-6">
      <FailedRefund purchase={{ _id: orderId }} refund={refund}>
        <p>
          Of order{' '}
          <TextLink to={deleted ? pathWithQuery(paths.audit, { q: orderId }) : paths.order(orderId)}>
            {number}
          </TextLink>
          {deleted && ', which was deleted: the charge came too late.'}
        </p>
      </FailedRefund>
    </div>
  ))
}

/** The result of the last reconciliation with the card provider: an alert only when action is required. */
function Reconciled({ at, compared, differences }: NonNullable<Store['reconciled']>) {
  const when = <time dateTime={at}>{formatMoment(at)}</time>
  if (differences === 0)
    return (
      <p className="mt-4 text-sm text-ink-soft">
        {formatCountOf(compared, 'payment')} reconciled ({when}).
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

const lowStockColumns = (
  onRestock: (product: LowStockProduct) => void,
): readonly Column<LowStockProduct>[] => [
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
  buttonsColumn((product) => [
    { label: 'Restock', name: `Restock ${product.name}`, onPress: () => onRestock(product) },
  ]),
]
