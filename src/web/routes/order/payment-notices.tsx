import { piecesText } from '#domain/products/unit.ts'
import type { ShownPurchase } from '#domain/returns/shown-purchase.ts'
import { soldLines } from '#domain/returns/sold-lines.ts'
import { refundText } from '../../components/order-card/ordered-details.ts'
import { Alert } from '../../ui/alert.tsx'
import { FailedRefund } from './failed-refund.tsx'

/** For admins: what a refund or a dispute at the card provider means for this order. */
export function PaymentNotices({ purchase }: { purchase: ShownPurchase }) {
  const { status, refunded, shipments, disputed } = purchase
  const isWhole = status === 'refunded'
  const sold = soldLines(purchase)
  return (
    <div className="mb-6 flex flex-col gap-3 empty:hidden print:hidden">
      {disputed && (
        <Alert tone="caution" title="The customer’s bank disputes this payment">
          <p>Answer it in the card provider’s dashboard, which says until when, and how it ended.</p>
        </Alert>
      )}
      {purchase.refunds
        .filter(({ state }) => state === 'failed')
        .map((refund) => (
          <FailedRefund key={refund._id} purchase={purchase} refund={refund} />
        ))}
      {refunded > 0 && status !== 'canceled' && (
        <Alert title={isWhole ? 'This order is refunded' : 'Part of this order is refunded'}>
          <p>
            Refunded: {refundText(purchase)}. The customer gets an email.{' '}
            {isWhole && shipments.length === 0 && 'It is not shipped. '}
            {isWhole &&
              sold.length > 0 &&
              `The refund leaves ${piecesText(sold)} sold: add what can be sold again to ${sold.length === 1 ? 'the part’s' : 'their'} stock.`}
          </p>
        </Alert>
      )}
    </div>
  )
}
