import type { ReactNode } from 'react'
import { openLines, type Purchase, type PurchaseLine, shipmentsWith } from '#domain/orders/purchase.ts'
import { trackingOf } from '#domain/orders/tracking.ts'
import { orderFitText } from '#domain/vehicles/fit-words.ts'
import * as paths from '#paths.ts'
import { DetailList } from '../../components/detail-list/detail-list.tsx'
import { formatLocalDay } from '../../components/order-card/order-dates.ts'
import { OrderStatus } from '../../components/order-card/order-status.tsx'
import { orderedDetails } from '../../components/order-card/ordered-details.ts'
import { PartList } from '../../components/order-card/part-list.tsx'
import { TrackingText } from '../../components/order-card/tracking-text.tsx'
import { Picture } from '../../layout/picture.tsx'
import { TextLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'

/** What was ordered: the part with its picture, or each of several, and what they cost. */
export function OrderedParts({
  purchase,
  actions,
}: {
  purchase: Purchase
  /** The buttons at each of several parts. */
  actions: (line: PurchaseLine) => ReactNode
}) {
  const { lines } = purchase
  const [part] = lines.length === 1 ? lines : []
  return (
    <Card as="section" aria-labelledby="ordered-part" className="print:shadow-none flex flex-col gap-4">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <h2 id="ordered-part" className="text-2xl">
          Ordered
        </h2>
        <OrderStatus status={purchase.status} />
      </div>
      {part ? (
        <div className="flex items-center gap-4 max-xs:flex-wrap">
          <Picture url={part.picture} sizes="8rem" className="w-32 shrink-0 rounded-md" />
          <div className="min-w-0 wrap-anywhere">
            <p className="text-lg font-semibold">
              <PartName line={part} />
            </p>
            <PartFacts line={part} />
          </div>
        </div>
      ) : (
        <PartList
          lines={lines}
          name={(line) => <PartName line={line} />}
          note={(line) => (
            <>
              <PartFacts line={line} />
              {line.fit && <p>{orderFitText(line.fit)}</p>}
              {purchase.paid && <Shipping purchase={purchase} line={line} />}
            </>
          )}
          actions={actions}
        />
      )}
      <DetailList details={orderedDetails(purchase)} />
    </Card>
  )
}

function PartName({ line: { name, partSlug } }: { line: PurchaseLine }) {
  if (!partSlug) return name
  return (
    <TextLink to={paths.part({ slug: partSlug })} className="hover:text-signal">
      {name}
    </TextLink>
  )
}

function PartFacts({ line: { partNumber, partSlug } }: { line: PurchaseLine }) {
  return (
    <>
      {partNumber && <p className="font-mono text-sm">{partNumber}</p>}
      {!partSlug && <p className="text-sm text-ink-soft">This part is no longer sold.</p>}
    </>
  )
}

/** Whether, when and how one of several parts has shipped. */
function Shipping({ purchase, line }: { purchase: Purchase; line: PurchaseLine }) {
  return (
    <>
      {shipmentsWith(purchase, line.orderId).map((shipment) => {
        const tracking = trackingOf(shipment)
        return (
          <p key={shipment._id}>
            <span className="font-semibold text-ok">Shipped</span>{' '}
            <time dateTime={shipment.shippedAt}>{formatLocalDay(shipment.shippedAt)}</time>
            {tracking && (
              <>
                {'. '}
                <TrackingText tracking={tracking} />
              </>
            )}
          </p>
        )
      })}
      {openLines({ lines: [line] }).length > 0 && purchase.status !== 'refunded' && <p>Not shipped yet</p>}
    </>
  )
}
