import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import type { Order } from '#domain/orders/order.ts'
import { trackingOf } from '#domain/orders/tracking.ts'
import { quantityText } from '#domain/products/unit.ts'
import { formatUsd } from '#domain/shared/money.ts'
import { orderFitText } from '#domain/vehicles/fit-words.ts'
import * as paths from '#paths.ts'
import { Picture } from '../../layout/picture.tsx'
import { HoldStatus } from './hold-status.tsx'
import { formatLocalDay } from './order-dates.ts'
import { OrderStatus } from './order-status.tsx'
import { refundText } from './ordered-details.ts'
import { TrackingText } from './tracking-text.tsx'

/**
 * One order as its customer sees it, with the time until which an unpaid one is held. Its name leads to the
 * order's own page. `actions` receives the id of the order's name, for `aria-describedby` of its buttons.
 * `heading` is the heading level.
 */
export function OrderCard({
  order,
  heading: Heading = 'h2',
  actions,
}: {
  order: Order
  heading?: 'h2' | 'h3'
  actions?: (nameId: string) => ReactNode
}) {
  const id = useId()
  const nameId = `${id}-name`
  const buttons = actions?.(nameId)
  return (
    <article
      aria-labelledby={nameId}
      className="relative grid grid-cols-[6.5rem_minmax(0,1fr)] overflow-hidden max-xs:flex max-xs:flex-col rounded-lg border border-line bg-raised shadow-low sm:grid-cols-[11rem_minmax(0,1fr)]"
    >
      <div className="overflow-hidden sm:row-span-2">
        <Picture url={order.picture} sizes="(max-width: 639px) 10rem, 14rem" className="size-full" />
      </div>
      <div className="flex min-w-0 flex-col gap-1.5 p-3 sm:px-5 sm:pt-4">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <Heading id={nameId} className="min-w-0 text-xl sm:text-2xl">
            {/* The whole card leads to the order; its buttons lie above the link. */}
            <Link
              to={paths.order(order._id)}
              className="no-underline after:absolute after:inset-0 hover:underline hover:underline-offset-4"
            >
              {order.productName}
            </Link>
          </Heading>
          <OrderStatus order={order} />
        </div>
        <p className="text-sm text-ink-soft tabular-nums">
          <span className="font-semibold whitespace-nowrap text-ink">{order.number}</span>
          {' · '}
          {quantityText(order.orderQty, order.unit)} × {formatUsd(order.unitPrice)}
        </p>
        <p className="font-display text-2xl leading-none font-semibold tabular-nums">
          <span className="sr-only">Total: </span>
          {formatUsd(order.totalPrice)}
        </p>
        {order.refundedAmount !== undefined && <p className="text-sm">Refunded: {refundText(order)}</p>}
        {order.fit && <p className="text-sm wrap-anywhere">{orderFitText(order.fit)}</p>}
      </div>
      <div className="col-span-full flex flex-wrap items-end justify-between gap-x-6 gap-y-3 border-t border-line p-3 sm:col-span-1 sm:col-start-2 sm:border-0 sm:px-5 sm:pt-0 sm:pb-4">
        <div className="min-w-0 grow basis-52 text-sm text-ink-soft">
          <OrderDates order={order} />
        </div>
        {buttons && <div className="relative flex flex-wrap gap-2">{buttons}</div>}
      </div>
    </article>
  )
}

function OrderDates({ order }: { order: Order }) {
  const tracking = trackingOf(order)
  return (
    <>
      <p>
        Ordered <time dateTime={order.placedAt}>{formatLocalDay(order.placedAt)}</time>
        {order.paidAt && (
          <>
            , paid <time dateTime={order.paidAt}>{formatLocalDay(order.paidAt)}</time>
          </>
        )}
        {order.shippedAt && (
          <>
            , shipped <time dateTime={order.shippedAt}>{formatLocalDay(order.shippedAt)}</time>
          </>
        )}
      </p>
      {tracking && (
        <p>
          <TrackingText tracking={tracking} />
        </p>
      )}
      {order.transactionId && (
        <p>
          Transaction id: <span className="font-mono text-ink wrap-anywhere">{order.transactionId}</span>
        </p>
      )}
      {!order.paid && <HoldStatus order={order} />}
    </>
  )
}
