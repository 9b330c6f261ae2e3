import { openQty, type Purchase, type PurchaseLine } from '#domain/orders/purchase.ts'
import { orderFitText } from '#domain/vehicles/fit-words.ts'
import * as paths from '#paths.ts'
import { DetailList } from '../../components/detail-list/detail-list.tsx'
import { OrderStatus } from '../../components/order-card/order-status.tsx'
import { orderedDetails, shippingText } from '../../components/order-card/ordered-details.ts'
import { PartList } from '../../components/order-card/part-list.tsx'
import { Picture } from '../../layout/picture.tsx'
import { TextLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'

/** What was ordered: the part with its picture, or each of several, and what they cost. */
export function OrderedParts({ purchase }: { purchase: Purchase }) {
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
            {purchase.status === 'partly_shipped' && <Shipping line={part} />}
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
              {purchase.paid && purchase.status !== 'refunded' && <Shipping line={line} />}
            </>
          )}
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

/** Whether it has shipped, and of a part that has in part how much. */
function Shipping({ line }: { line: PurchaseLine }) {
  const tone = openQty(line) === 0 ? 'text-ok' : 'text-ink'
  return <p className={line.shippedQty > 0 ? `font-semibold ${tone}` : undefined}>{shippingText(line)}</p>
}
