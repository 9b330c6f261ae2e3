import type { ReactNode } from 'react'
import { replace } from 'react-router'
import { listCustomers } from '#contract/customers.ts'
import { listManagedProducts } from '#contract/products.ts'
import { listPurchases } from '#contract/purchases.ts'
import { type Purchase, purchaseTitle } from '#domain/orders/purchase.ts'
import { normalizeTrackingNumber } from '#domain/orders/tracking.ts'
import { formatCountOf } from '#domain/shared/format-count.ts'
import { formatUsd } from '#domain/shared/money.ts'
import { parseOrderNumber } from '#domain/shared/order-number.ts'
import * as paths from '#paths.ts'
import { pathWithQuery } from '#paths.ts'
import { api } from '../../api-client/api-client.ts'
import { adminLoader } from '../../api-client/protected-loader.ts'
import { AdminStatus } from '../../components/order-card/admin-status.tsx'
import { formatLocalDay } from '../../components/order-card/order-dates.ts'
import { errorBoundary } from '../../layout/load-problem.tsx'
import { PageHeading } from '../../layout/page-heading.tsx'
import { metaWithTitle } from '../../layout/public-meta.ts'
import { TextLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { Route } from './+types/find'

const TITLE = 'Find'

/** The results of each kind that are shown. One more is asked for, to know whether there are more. */
const SHOWN = 5

export const meta = metaWithTitle(TITLE)

export const clientLoader = adminLoader(async ({ request }: Route.ClientLoaderArgs) => {
  const q = (new URL(request.url).searchParams.get('q') ?? '').trim().slice(0, 100)
  if (q === '') return { q, orders: [], customers: [], parts: [] }
  const query = { q, limit: SHOWN + 1 }
  const [orders, customers, parts] = await Promise.all([
    api(listPurchases, { query }),
    api(listCustomers, { query }),
    api(listManagedProducts, { query }),
  ])
  const [order] = orders
  // An order's number and that of a parcel, in any spelling, open the order.
  if (order && (isNumberOf(order.number, q) || isTracked(order, q))) throw replace(paths.order(order._id))
  return { q, orders, customers, parts }
})

function isTracked({ shipments }: Purchase, text: string): boolean {
  return shipments.some(({ trackingNumber }) => trackingNumber === normalizeTrackingNumber(text))
}

/** Whether a text is the number of an order, which has the store's prefix. */
function isNumberOf(number: string, text: string): boolean {
  const prefix = /^\p{Lu}+/u.exec(number)?.[0]
  const typed = parseOrderNumber(text, prefix)
  return typed !== null && typed === parseOrderNumber(number, prefix)
}

export const ErrorBoundary = errorBoundary(TITLE)

/** What the store has of some words: orders, customers and parts, each with its list. */
export default function Find({ loaderData: { q, orders, customers, parts } }: Route.ComponentProps) {
  if (q === '' || orders.length + customers.length + parts.length === 0)
    return (
      <>
        <PageHeading compact title={q === '' ? TITLE : `Nothing found for “${q}”`} />
        <EmptyState
          title="One field for orders, customers and parts"
          text="Search for an order number, part of a name or email address, a phone number, a tracking number, or the name or number of a part. An order number or a tracking number opens the order."
        />
      </>
    )
  return (
    <>
      <PageHeading compact title={`Found for “${q}”`} />
      <div className="flex flex-col gap-6">
        <Group title="Orders" noun="order" all={pathWithQuery(paths.manageOrders, { q })} rows={orders}>
          {(order) => (
            <>
              <TextLink to={paths.order(order._id)} className="font-semibold whitespace-nowrap">
                {order.number}
              </TextLink>
              <span className="min-w-0 grow wrap-anywhere">
                {purchaseTitle(order)}{' '}
                <span className="text-ink-soft">
                  for {order.name}, {formatLocalDay(order.placedAt)}
                </span>
              </span>
              <AdminStatus status={order.status} />
            </>
          )}
        </Group>
        <Group title="Customers" noun="customer" all={pathWithQuery(paths.customers, { q })} rows={customers}>
          {(customer) => (
            <>
              <TextLink to={paths.customer(customer._id)} className="min-w-0 font-semibold wrap-anywhere">
                {customer.name}
              </TextLink>
              <span className="min-w-0 grow wrap-anywhere text-ink-soft">{customer.email}</span>
              <span className="tabular-nums">{formatCountOf(customer.orders, 'order')}</span>
            </>
          )}
        </Group>
        <Group title="Parts" noun="part" all={pathWithQuery(paths.manageProducts, { q })} rows={parts}>
          {(part) => (
            <>
              <TextLink to={paths.manageProduct(part._id)} className="min-w-0 font-semibold wrap-anywhere">
                {part.name}
              </TextLink>
              <span className="min-w-0 grow font-mono text-sm wrap-anywhere text-ink-soft">
                {part.partNumber}
              </span>
              <span className="tabular-nums">
                {formatUsd(part.price)} <span className="text-ink-soft">· {part.available} in stock</span>
              </span>
            </>
          )}
        </Group>
      </div>
    </>
  )
}

/** The first results of a kind; `all` is the list of all of them. Nothing when there are none. */
function Group<Row extends { _id: string }>({
  title,
  noun,
  all,
  rows,
  children,
}: {
  title: string
  noun: string
  all: string
  rows: readonly Row[]
  children: (row: Row) => ReactNode
}) {
  if (rows.length === 0) return null
  return (
    <Card>
      <h2 className="mb-1 text-2xl">{title}</h2>
      <ul aria-label={title} className="divide-y divide-line">
        {rows.slice(0, SHOWN).map((row) => (
          <li key={row._id} className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 py-1">
            {children(row)}
          </li>
        ))}
      </ul>
      {rows.length > SHOWN && (
        <p className="mt-3">
          <TextLink to={all}>All {noun}s found</TextLink>
        </p>
      )}
    </Card>
  )
}
