import type { Purchase } from '#domain/orders/purchase.ts'
import { quantityText } from '#domain/products/unit.ts'
import { refundText } from '../../components/order-card/ordered-details.ts'
import { Alert } from '../../ui/alert.tsx'

/** For admins: what a refund or a dispute at the card provider means for this order. */
export function PaymentNotices({ purchase }: { purchase: Purchase }) {
  const { status, refunded, lines, shipments, disputed } = purchase
  const isWhole = status === 'refunded'
  const [part] = lines.length === 1 ? lines : []
  return (
    <div className="mb-6 flex flex-col gap-3 empty:hidden print:hidden">
      {disputed && (
        <Alert tone="caution" title="The customer’s bank disputes this payment">
          <p>Answer it in the card provider’s dashboard, which says until when, and how it ended.</p>
        </Alert>
      )}
      {refunded > 0 && (
        <Alert title={isWhole ? 'This order is refunded' : 'Part of this order is refunded'}>
          <p>
            Refunded at the card provider: {refundText(purchase)}. The customer gets an email.{' '}
            {isWhole && shipments.length === 0 && 'It is not shipped. '}
            {isWhole &&
              `The refund leaves ${part ? quantityText(part.quantity, part.unit) : 'its parts'} sold: add what can be sold again to ${part ? 'the part’s' : 'their'} stock.`}
          </p>
        </Alert>
      )}
    </div>
  )
}
