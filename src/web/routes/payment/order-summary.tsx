import type { Purchase } from '#domain/orders/purchase.ts'
import * as paths from '#paths.ts'
import { DetailList } from '../../components/detail-list/detail-list.tsx'
import { HoldStatus } from '../../components/order-card/hold-status.tsx'
import { orderedDetails } from '../../components/order-card/ordered-details.ts'
import { PartList } from '../../components/order-card/part-list.tsx'
import { Picture } from '../../layout/picture.tsx'
import { TextLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'

/** The order being paid: its part or parts, what they cost, and the shipping address. */
export function OrderSummary({ purchase }: { purchase: Purchase }) {
  const { lines } = purchase
  const [part] = lines.length === 1 ? lines : []
  return (
    <Card as="section" aria-labelledby="order-summary" className="flex flex-col gap-4">
      <h2 id="order-summary" className="text-2xl">
        Your order
      </h2>
      {part ? (
        <div className="flex items-center gap-4">
          <Picture url={part.picture} sizes="6rem" className="w-24 shrink-0 rounded-md" />
          <p className="min-w-0 font-semibold wrap-anywhere">{part.name}</p>
        </div>
      ) : (
        <PartList lines={lines} />
      )}
      <DetailList
        details={[
          {
            name: 'Order number',
            value: <TextLink to={paths.order(purchase._id)}>{purchase.number}</TextLink>,
            className: 'font-semibold',
          },
          ...orderedDetails(purchase),
          { name: 'For', value: purchase.name },
          { name: 'Ship to', value: purchase.address, className: 'whitespace-pre-line' },
          { name: 'Phone', value: purchase.phone },
        ]}
      />
      {!purchase.paid && (
        <div className="text-sm text-ink-soft">
          <HoldStatus purchase={purchase} />
        </div>
      )}
    </Card>
  )
}
