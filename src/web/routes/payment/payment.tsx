import { useState } from 'react'
import type { Purchase } from '#domain/orders/purchase.ts'
import * as paths from '#paths.ts'
import { signedInLoader } from '../../api-client/protected-loader.ts'
import { errorBoundary } from '../../layout/load-problem.tsx'
import { PageHeading } from '../../layout/page-heading.tsx'
import { metaWithTitle } from '../../layout/public-meta.ts'
import { Card } from '../../ui/card.tsx'
import type { Route } from './+types/payment'
import { loadPurchase } from './load-purchase.ts'
import { openPayment } from './open-payment.ts'
import { OrderSummary } from './order-summary.tsx'
import { PaidPanel } from './paid-panel.tsx'
import { PaymentPanel } from './payment-panel.tsx'

export const meta = metaWithTitle('Payment')

export const clientLoader = signedInLoader(async ({ params }: Route.ClientLoaderArgs, { user }) => {
  const purchase = await loadPurchase(params.orderId)
  const isOwn = purchase.email === user.email
  // Not awaited: the order renders while the payment is requested.
  return { purchase, isOwn, opening: purchase.paid || !isOwn ? null : openPayment(purchase) }
})

/** The card payment of one order, next to its summary. */
export default function Payment({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHeading title="Payment" />
      <PaymentOf key={loaderData.purchase._id} {...loaderData} />
    </>
  )
}

function PaymentOf({ purchase, isOwn, opening }: Route.ComponentProps['loaderData']) {
  // The order after it was paid on this screen.
  const [settled, setSettled] = useState<Purchase | null>(null)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 md:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
      <Card>
        {opening ? (
          <PaymentPanel purchase={purchase} opening={opening} onPaid={setSettled} />
        ) : purchase.paid ? (
          <PaidPanel purchase={purchase} isNew={false} />
        ) : (
          <p>
            {isOwn ? 'This order cannot be paid.' : 'Only the customer who placed this order can pay for it.'}
          </p>
        )}
      </Card>
      <OrderSummary purchase={settled ?? purchase} />
    </div>
  )
}

export const ErrorBoundary = errorBoundary('Payment', { to: paths.myOrders, label: 'My Orders' })
