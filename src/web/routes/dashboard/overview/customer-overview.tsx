import type { Purchase } from '#domain/orders/purchase.ts'
import type { ShownPurchase } from '#domain/returns/shown-purchase.ts'
import { formatCountOf } from '#domain/shared/format-count.ts'
import { centsFromDollars, formatCents, formatUsd } from '#domain/shared/money.ts'
import * as paths from '#paths.ts'
import { pathWithQuery } from '#paths.ts'
import { OrderCard } from '../../../components/order-card/order-card.tsx'
import { formatMoment } from '../../../components/order-card/order-dates.ts'
import { PageHeading } from '../../../layout/page-heading.tsx'
import { LinkButton } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'

const RECENT_ORDERS = 3

/** A customer's overview: unpaid orders first, then recent ones. `orders` newest first. */
export function CustomerOverview({ name, orders }: { name: string; orders: readonly ShownPurchase[] }) {
  return (
    <>
      <PageHeading eyebrow="Overview" title={`Hello, ${name}`} />
      {orders.length > 0 ? (
        <Orders orders={orders} />
      ) : (
        <EmptyState
          title="No orders yet"
          text="Your orders will appear here: what’s due, and what’s on its way."
        >
          <LinkButton variant="primary" to={paths.parts}>
            Browse parts
          </LinkButton>
          <LinkButton to={paths.profile}>Fill in your profile</LinkButton>
        </EmptyState>
      )}
    </>
  )
}

function Orders({ orders }: { orders: readonly ShownPurchase[] }) {
  return (
    <>
      <AmountDue unpaid={orders.filter((order) => !order.paid)} />
      <div className="mt-10 mb-4 flex flex-wrap items-end justify-between gap-3">
        <h2 className="text-3xl">Latest orders</h2>
        <LinkButton size="sm" to={paths.myOrders}>
          All my orders
        </LinkButton>
      </div>
      <div className="flex flex-col gap-4">
        {orders.slice(0, RECENT_ORDERS).map((order) => (
          <OrderCard
            key={order._id}
            purchase={order}
            heading="h3"
            actions={(nameId) =>
              !order.paid && (
                <LinkButton size="sm" to={paths.payment(order._id)} aria-describedby={nameId}>
                  Pay
                </LinkButton>
              )
            }
          />
        ))}
      </div>
    </>
  )
}

function AmountDue({ unpaid }: { unpaid: readonly Purchase[] }) {
  if (unpaid.length === 0)
    return (
      <section aria-label="What is due" className="rounded-lg border border-line bg-raised p-4 sm:p-6">
        <p className="text-lg font-semibold">Nothing is due.</p>
        <p className="text-ink-soft">All your orders are paid. Shipped ones are marked below.</p>
      </section>
    )
  const cents = unpaid.reduce((sum, order) => sum + (centsFromDollars(order.total) ?? 0), 0)
  const holds = unpaid.flatMap((order) => order.heldUntil ?? []).toSorted()
  // The order whose hold expires first; without holds, the oldest.
  const next = unpaid.find((order) => order.heldUntil && order.heldUntil === holds[0]) ?? unpaid.at(-1)
  return (
    <section
      aria-label="What is due"
      className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 rounded-lg border border-signal bg-signal-wash p-4 sm:p-6"
    >
      <div className="min-w-0">
        <p className="font-semibold">{formatCountOf(unpaid.length, 'order to pay', 'orders to pay')}</p>
        <p className="font-display text-4xl font-semibold tabular-nums">{formatCents(cents)}</p>
        {holds[0] && (
          <p className="mt-1">
            {unpaid.length === 1 ? 'Held for you until' : `The first hold, of ${next?.number}, ends`}{' '}
            <time dateTime={holds[0]}>{formatMoment(holds[0])}</time>.
          </p>
        )}
      </div>
      {next && (
        <div className="flex flex-wrap gap-3">
          <LinkButton variant="primary" to={paths.payment(next._id)}>
            Pay {unpaid.length === 1 ? 'now' : `order ${next.number}, ${formatUsd(next.total)}`}
          </LinkButton>
          {unpaid.length > 1 && (
            <LinkButton to={pathWithQuery(paths.myOrders, { status: 'unpaid' })}>
              All {unpaid.length} to pay
            </LinkButton>
          )}
        </div>
      )}
    </section>
  )
}
