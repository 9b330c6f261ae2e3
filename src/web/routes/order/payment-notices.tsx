import type { Order } from '#domain/orders/order.ts'
import { quantityText } from '#domain/products/unit.ts'
import { refundText } from '../../components/order-card/ordered-details.ts'
import { Alert } from '../../ui/alert.tsx'

/** For admins: what a refund or a dispute at the card provider means for this order. */
export function PaymentNotices({ order }: { order: Order }) {
  const { refundedAmount, refunded, shipped, orderQty, unit, disputed } = order
  return (
    <div className="mb-6 flex flex-col gap-3 empty:hidden print:hidden">
      {disputed && (
        <Alert tone="caution" title="The customer’s bank disputes this payment">
          <p>Answer it in the card provider’s dashboard, which says until when, and how it ended.</p>
        </Alert>
      )}
      {refundedAmount !== undefined && (
        <Alert title={refunded ? 'This order is refunded' : 'Part of this order is refunded'}>
          <p>
            Refunded at the card provider: {refundText(order)}. The customer gets an email.{' '}
            {refunded && !shipped && 'It is not shipped. '}
            {refunded &&
              `The refund leaves ${quantityText(orderQty, unit)} sold: add what can be sold again to the part’s stock.`}
          </p>
        </Alert>
      )}
    </div>
  )
}
