import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { openLines, type Purchase } from '#domain/orders/purchase.ts'
import { trackingOf } from '#domain/orders/tracking.ts'
import { quantityText } from '#domain/products/unit.ts'
import type { ShownPurchase } from '#domain/returns/shown-purchase.ts'
import { formatCountOf } from '#domain/shared/format-count.ts'
import { formatUsd } from '#domain/shared/money.ts'
import { orderFitText } from '#domain/vehicles/fit-words.ts'
import * as paths from '#paths.ts'
import { Picture } from '../../layout/picture.tsx'
import { NextOfReturn } from '../returns/next-of-return.tsx'
import { ReturnStatePill } from '../returns/return-state.tsx'
import { useStoreDay } from '../returns/use-store-day.ts'
import { HoldStatus } from './hold-status.tsx'
import { formatLocalDay } from './order-dates.ts'
import { OrderStatus } from './order-status.tsx'
import { refundText, shippingText } from './ordered-details.ts'
import { PartList } from './part-list.tsx'
import { TrackingText } from './tracking-text.tsx'

/**
 * One order as its customer sees it, with the time until which an unpaid one is held. Its name, that of its
 * part or "3 parts", leads to the order's own page. `actions` receives the id of the order's name, for
 * `aria-describedby` of its buttons. `heading` is the heading level.
 */
export function OrderCard({
  purchase,
  heading: Heading = 'h2',
  actions,
}: {
  purchase: ShownPurchase
  heading?: 'h2' | 'h3'
  actions?: (nameId: string) => ReactNode
}) {
  const id = useId()
  const nameId = `${id}-name`
  const buttons = actions?.(nameId)
  const { lines, refunded, total } = purchase
  const [first] = lines
  const part = lines.length === 1 ? first : undefined
  return (
    <article
      aria-labelledby={nameId}
      className="relative grid grid-cols-[6.5rem_minmax(0,1fr)] overflow-hidden max-xs:flex max-xs:flex-col rounded-lg border border-line bg-raised shadow-low sm:grid-cols-[11rem_minmax(0,1fr)]"
    >
      {part && (
        <div className="overflow-hidden sm:row-span-2">
          <Picture url={part.picture} sizes="(max-width: 639px) 10rem, 14rem" className="size-full" />
        </div>
      )}
      <div className={`flex min-w-0 flex-col gap-1.5 p-3 sm:px-5 sm:pt-4 ${part ? '' : 'col-span-full'}`}>
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <Heading id={nameId} className="min-w-0 text-xl sm:text-2xl">
            {/* The whole card leads to the order; its buttons lie above the link. */}
            <Link
              to={paths.order(purchase._id)}
              className="no-underline after:absolute after:inset-0 hover:underline hover:underline-offset-4"
            >
              {part ? part.name : `Order of ${lines.length} parts`}
            </Link>
          </Heading>
          <OrderStatus status={purchase.status} />
        </div>
        <p className="text-sm text-ink-soft tabular-nums">
          <span className="font-semibold whitespace-nowrap text-ink">{purchase.number}</span>
          {part && ` · ${quantityText(part.quantity, part.unit)} × ${formatUsd(part.price)}`}
        </p>
        {!part && (
          <PartList lines={lines} note={(line) => purchase.shipments.length > 0 && shippingText(line)} />
        )}
        <p className="font-display text-2xl leading-none font-semibold tabular-nums">
          <span className="sr-only">Total: </span>
          {formatUsd(total)}
        </p>
        {refunded > 0 && <p className="text-sm">Refunded: {refundText(purchase)}</p>}
        {part && purchase.status === 'partly_shipped' && <p className="text-sm">{shippingText(part)}</p>}
        {part?.fit && <p className="text-sm wrap-anywhere">{orderFitText(part.fit)}</p>}
        <Returns purchase={purchase} />
      </div>
      <div
        className={`col-span-full flex flex-wrap items-end justify-between gap-x-6 gap-y-3 border-t border-line p-3 sm:border-0 sm:px-5 sm:pt-0 sm:pb-4 ${part ? 'sm:col-span-1 sm:col-start-2' : ''}`}
      >
        <div className="min-w-0 grow basis-52 text-sm text-ink-soft">
          <OrderDates purchase={purchase} />
        </div>
        {buttons && <div className="relative flex flex-wrap gap-2">{buttons}</div>}
      </div>
    </article>
  )
}

/** The returns of the order that were not declined or canceled, and what old parts can still be sent back. */
function Returns({ purchase }: { purchase: ShownPurchase }) {
  const day = useStoreDay()
  const returns = purchase.returns.filter(({ state }) => state !== 'declined' && state !== 'canceled')
  const cores = purchase.lines.flatMap((line) => line.cores ?? [])
  const until = cores.map((core) => core.until).toSorted()[0]
  return (
    <>
      {returns.map((one) => (
        <p key={one._id} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          Return {one.number} <ReturnStatePill state={one.state} />
          <span>
            <NextOfReturn one={one} />
          </span>
        </p>
      ))}
      {until !== undefined && (
        <p className="text-sm">
          {formatCountOf(
            cores.reduce((sum, { open }) => sum + open, 0),
            'old part',
          )}{' '}
          to send back by {day(until)}
        </p>
      )}
    </>
  )
}

function OrderDates({ purchase }: { purchase: Purchase }) {
  const { placedAt, paidAt, transactionId, shipments } = purchase
  const shippedAt = openLines(purchase).length === 0 && shipments.at(-1)?.shippedAt
  return (
    <>
      <p>
        Ordered <time dateTime={placedAt}>{formatLocalDay(placedAt)}</time>
        {paidAt && (
          <>
            , paid <time dateTime={paidAt}>{formatLocalDay(paidAt)}</time>
          </>
        )}
        {shippedAt && (
          <>
            , shipped <time dateTime={shippedAt}>{formatLocalDay(shippedAt)}</time>
          </>
        )}
      </p>
      {shipments.map((shipment) => {
        const tracking = trackingOf(shipment)
        return (
          tracking && (
            <p key={shipment._id}>
              <TrackingText tracking={tracking} />
            </p>
          )
        )
      })}
      {transactionId && (
        <p>
          Transaction id: <span className="font-mono text-ink wrap-anywhere">{transactionId}</span>
        </p>
      )}
      {!purchase.paid && <HoldStatus purchase={purchase} />}
    </>
  )
}
