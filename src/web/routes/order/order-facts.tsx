import { DOCUMENT_NAMES, type DocumentSummary } from '#domain/documents/document.ts'
import type { OrderListItem } from '#domain/orders/order.ts'
import { formatUsd } from '#domain/shared/money.ts'
import * as paths from '#paths.ts'
import { CopyableId } from '../../components/detail-list/copyable-id.tsx'
import { DetailList } from '../../components/detail-list/detail-list.tsx'
import { Email } from '../../components/detail-list/email.tsx'
import { formatMoment } from '../../components/order-card/order-dates.ts'
import { OrderStatus } from '../../components/order-card/order-status.tsx'
import { orderedDetails } from '../../components/order-card/ordered-details.ts'
import { Picture } from '../../layout/picture.tsx'
import { TextLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CorrectAddress } from './correct-address.tsx'

/** The ordered part with its picture, quantity and prices. */
export function OrderedPart({ order }: { order: OrderListItem }) {
  return (
    <Card as="section" aria-labelledby="ordered-part" className="print:shadow-none flex flex-col gap-4">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <h2 id="ordered-part" className="text-2xl">
          Ordered
        </h2>
        <OrderStatus order={order} />
      </div>
      <div className="flex items-center gap-4 max-xs:flex-wrap">
        <Picture url={order.picture} sizes="8rem" className="w-32 shrink-0 rounded-md" />
        <div className="min-w-0 wrap-anywhere">
          <p className="text-lg font-semibold">
            {order.partSlug ? (
              <TextLink to={paths.part({ slug: order.partSlug })} className="hover:text-signal">
                {order.productName}
              </TextLink>
            ) : (
              order.productName
            )}
          </p>
          {order.partNumber && <p className="font-mono text-sm">{order.partNumber}</p>}
          {!order.partSlug && <p className="text-sm text-ink-soft">This part is no longer sold.</p>}
        </div>
      </div>
      <DetailList details={orderedDetails(order)} />
    </Card>
  )
}

/**
 * The shipping address, which may be corrected until it ships, and the payment of the order with its invoice.
 */
export function OrderFacts({
  order,
  documents,
}: {
  order: OrderListItem
  documents: readonly DocumentSummary[]
}) {
  return (
    <Card as="section" aria-labelledby="order-delivery" className="print:shadow-none flex flex-col gap-4">
      <h2 id="order-delivery" className="text-2xl">
        Delivery and payment
      </h2>
      <DetailList
        details={[
          {
            name: 'Ship to',
            value: `${order.customerName}\n${order.customerAddress}`,
            className: 'whitespace-pre-line',
          },
          { name: 'Email', value: <Email address={order.customerEmail} /> },
          { name: 'Phone', value: order.customerPhone },
          {
            name: 'Payment',
            value: order.paidAt
              ? `${formatUsd(order.totalPrice)} by card, ${formatMoment(order.paidAt)}`
              : 'Not paid yet',
          },
          ...documents.map(({ _id, kind, number }) => ({
            name: DOCUMENT_NAMES[kind],
            value: (
              <TextLink to={paths.document(_id)} className="hover:text-signal">
                {number}
              </TextLink>
            ),
          })),
        ]}
      />
      {!order.shipped && <CorrectAddress order={order} />}
      {order.transactionId && (
        <div>
          <p className="mb-1.5 text-ink-soft">Transaction id</p>
          <CopyableId name="transaction id" id={order.transactionId} />
        </div>
      )}
    </Card>
  )
}
