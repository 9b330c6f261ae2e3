import type { ReactNode } from 'react'
import type { Order } from '#domain/orders/order.ts'
import { trackingOf } from '#domain/orders/tracking.ts'
import { HoldStatus } from '../../components/order-card/hold-status.tsx'
import { formatMoment } from '../../components/order-card/order-dates.ts'
import { refundText } from '../../components/order-card/ordered-details.ts'
import { TrackingText } from '../../components/order-card/tracking-text.tsx'
import { classNames } from '../../ui/class-names.ts'

/** Placed, paid, shipped, refunded: the steps of an order with their times, and those still to come. */
export function OrderTimeline({ order }: { order: Order }) {
  const tracking = trackingOf(order)
  return (
    <ol aria-label="What has happened" className="flex flex-col">
      <Step name="Placed" at={order.placedAt} />
      <Step name="Paid" at={order.paidAt} open="Not paid yet">
        {!order.paid && <HoldStatus order={order} />}
      </Step>
      {(order.shipped || !order.refunded) && (
        <Step name="Shipped" at={order.shippedAt} open="Not shipped yet" last={!order.refundedAt}>
          {tracking && <TrackingText tracking={tracking} />}
        </Step>
      )}
      {order.refundedAt && (
        <Step name={order.refunded ? 'Refunded' : 'Refunded in part'} at={order.refundedAt} last>
          {refundText(order)}
        </Step>
      )}
    </ol>
  )
}

function Step({
  name,
  at,
  open = '',
  last = false,
  children,
}: {
  name: string
  at: string | undefined
  /** Shown instead of the time until the step has happened. */
  open?: string
  last?: boolean
  children?: ReactNode
}) {
  return (
    <li className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-3">
      <span aria-hidden="true" className="flex flex-col items-center">
        <svg viewBox="0 0 24 24" className={classNames('size-6 shrink-0', at ? 'text-ok' : 'text-ink-soft')}>
          <circle
            cx="12"
            cy="12"
            r="10"
            fill={at ? 'currentColor' : 'none'}
            stroke="currentColor"
            strokeWidth="2"
          />
          {at && (
            <path
              d="m7 12.500 3.500 3.500 6.500-7.500"
              fill="none"
              stroke="var(--color-raised)"
              strokeWidth="2.400"
            />
          )}
        </svg>
        {!last && <span className="w-0.5 grow bg-line-strong" />}
      </span>
      <div className={classNames('min-w-0', !last && 'pb-5')}>
        <p className={at ? 'font-semibold' : 'text-ink-soft'}>{at ? name : open}</p>
        {at && (
          <p className="text-sm text-ink-soft tabular-nums">
            <time dateTime={at}>{formatMoment(at)}</time>
          </p>
        )}
        {children && <div className="text-sm text-ink-soft">{children}</div>}
      </div>
    </li>
  )
}
