import { DOCUMENT_NAMES } from '#domain/documents/document.ts'
import { linesToShip } from '#domain/orders/purchase.ts'
import type { ShownPurchase } from '#domain/returns/shown-purchase.ts'
import { arrivalText, daysText } from '#domain/shared/delivery-days.ts'
import { formatUsd } from '#domain/shared/money.ts'
import * as paths from '#paths.ts'
import { CopyableId } from '../../components/detail-list/copyable-id.tsx'
import { DetailList } from '../../components/detail-list/detail-list.tsx'
import { Email } from '../../components/detail-list/email.tsx'
import { formatMoment } from '../../components/order-card/order-dates.ts'
import { useSettings } from '../../layout/use-settings.ts'
import { TextLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CorrectAddress } from './correct-address.tsx'

/**
 * The shipping address, which may be corrected until it ships, and the payment of the order with its invoice.
 */
export function OrderFacts({ purchase }: { purchase: ShownPurchase }) {
  return (
    <Card as="section" aria-labelledby="order-delivery" className="print:shadow-none flex flex-col gap-4">
      <h2 id="order-delivery" className="text-2xl">
        Delivery and payment
      </h2>
      <DetailList
        details={[
          {
            name: 'Ship to',
            value: `${purchase.name}\n${purchase.address}`,
            className: 'whitespace-pre-line',
          },
          { name: 'Delivery', value: useDeliveryText(purchase) },
          { name: 'Email', value: <Email address={purchase.email} /> },
          { name: 'Phone', value: purchase.phone },
          {
            name: 'Payment',
            value: purchase.paidAt
              ? `${formatUsd(purchase.total)} by card, ${formatMoment(purchase.paidAt)}`
              : 'Not paid yet',
          },
          ...purchase.documents.map(({ _id, kind, number }) => ({
            name: DOCUMENT_NAMES[kind],
            value: (
              <TextLink to={paths.document(_id)} className="hover:text-signal">
                {number}
              </TextLink>
            ),
          })),
        ]}
      />
      {(purchase.status === 'unpaid' || linesToShip(purchase).length > 0) && (
        <CorrectAddress purchase={purchase} />
      )}
      {purchase.transactionId && (
        <div>
          <p className="mb-1.5 text-ink-soft">Transaction id</p>
          <CopyableId name="transaction id" id={purchase.transactionId} />
        </div>
      )}
    </Card>
  )
}

/** Its method, and when it should arrive; not of a plain order, nor of one that is canceled or refunded. */
function useDeliveryText({ delivery, status, paidAt }: ShownPurchase): string | undefined {
  const { timeZone } = useSettings()
  if (!delivery || status === 'canceled' || status === 'refunded') return undefined
  const { name, daysMin, daysMax } = delivery
  if (daysMin === undefined || daysMax === undefined) return name
  const days = { daysMin, daysMax }
  return paidAt
    ? `${name}, expected ${arrivalText(new Date(paidAt), days, timeZone)}`
    : `${name}, ${daysText(days)} after you pay`
}
