import type { ReactNode } from 'react'
import { contentsText, openLines, openQty } from '#domain/orders/purchase.ts'
import { trackingOf } from '#domain/orders/tracking.ts'
import type { Refund } from '#domain/refunds/refund.ts'
import type { ShownPurchase } from '#domain/returns/shown-purchase.ts'
import { formatUsd } from '#domain/shared/money.ts'
import { HoldStatus } from '../../components/order-card/hold-status.tsx'
import { formatMoment } from '../../components/order-card/order-dates.ts'
import { refundText } from '../../components/order-card/ordered-details.ts'
import { TrackingText } from '../../components/order-card/tracking-text.tsx'
import { classNames } from '../../ui/class-names.ts'

/** A step of an order. `open` is shown in place of its name and time until it has happened. */
type Step = { key: string; name: string; at?: string | undefined; open?: string; children?: ReactNode }

/**
 * Placed, paid, shipped, refunded: the steps of an order with their times, and those still to come. Each of
 * its parcels is a step. `ofParcel`: a button at the `at`th one, from 0.
 */
export function OrderTimeline({
  purchase,
  ofParcel,
}: {
  purchase: ShownPurchase
  ofParcel: (at: number) => ReactNode
}) {
  const steps = stepsOf(purchase, ofParcel)
  return (
    <ol aria-label="What has happened" className="flex flex-col">
      {steps.map(({ key, ...step }, at) => (
        <TimelineStep key={key} {...step} last={at === steps.length - 1} />
      ))}
    </ol>
  )
}

function stepsOf(purchase: ShownPurchase, ofParcel: (at: number) => ReactNode): Step[] {
  const { placedAt, paid, paidAt, lines, shipments, status, refundedAt } = purchase
  const steps: Step[] = [
    { key: 'placed', name: 'Placed', at: placedAt },
    {
      key: 'paid',
      name: 'Paid',
      at: paidAt,
      open: 'Not paid yet',
      children: !paid && <HoldStatus purchase={purchase} />,
    },
  ]
  const open = openLines(purchase)
  const isOne = shipments.length === 1 && open.length === 0
  for (const [at, shipment] of shipments.entries()) {
    const tracking = trackingOf(shipment)
    steps.push({
      key: shipment._id,
      name: isOne ? 'Shipped' : `Parcel ${at + 1} shipped`,
      at: shipment.shippedAt,
      children: (
        <>
          {(!isOne || lines.length > 1) && <p>{contentsText(purchase, shipment.lines)}</p>}
          {tracking && <TrackingText tracking={tracking} />}
          <div className="mt-1 empty:hidden print:hidden">{ofParcel(at)}</div>
        </>
      ),
    })
  }
  if (open.length > 0 && status !== 'refunded' && status !== 'canceled')
    steps.push({
      key: 'open',
      name: 'Shipped',
      open: 'Not shipped yet',
      children: shipments.length > 0 && (
        <p>
          {contentsText(
            purchase,
            open.map((line) => ({ ...line, quantity: openQty(line) })),
          )}
        </p>
      ),
    })
  for (const refund of purchase.refunds) steps.push(refundStep(refund))
  // Refunds that were recorded before each had a row of its own.
  if (refundedAt && purchase.refunds.length === 0)
    steps.push({
      key: 'refunded',
      name: status === 'refunded' ? 'Refunded' : 'Refunded in part',
      at: refundedAt,
      children: refundText(purchase),
    })
  return steps
}

const REFUND_STEPS: Record<Refund['state'], string> = {
  due: 'Refund on its way',
  pending: 'Refund on its way',
  done: 'Refunded',
  failed: 'Refund delayed',
  settled_otherwise: 'Paid back',
}

function refundStep({ _id, amount, state, cause, at, doneAt, note, failure }: Refund): Step {
  return {
    key: _id,
    name: `${REFUND_STEPS[state]}: ${formatUsd(amount)}`,
    at: doneAt ?? at,
    children: (
      <>
        <p>{REFUND_CAUSES_TEXT[cause]}</p>
        {state === 'pending' && <p>The bank has not confirmed it yet.</p>}
        {state === 'failed' && (
          <p>Your bank has not taken it. We look into it, and you do not need to do anything.</p>
        )}
        {failure && <p className="text-danger">{failure.replaceAll('_', ' ')}</p>}
        {note && <p className="whitespace-pre-line">{note}</p>}
      </>
    ),
  }
}

const REFUND_CAUSES_TEXT: Record<Refund['cause'], string> = {
  cancel: 'For what was canceled',
  return: 'For parts of this order',
  core: 'The deposit for your old parts',
  delivery: 'For the delivery',
  goodwill: 'As goodwill',
  provider: 'To your card',
  no_order: 'Charged twice or too late, so it was not needed',
}

function TimelineStep({ name, at, open = '', last, children }: Omit<Step, 'key'> & { last: boolean }) {
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
