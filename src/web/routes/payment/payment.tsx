import { useState } from 'react'
import { showPayment } from '#contract/payments.ts'
import type { Order } from '#domain/orders/order.ts'
import * as paths from '#paths.ts'
import { api } from '../../api-client/api-client.ts'
import { signedInLoader } from '../../api-client/protected-loader.ts'
import { errorBoundary } from '../../layout/load-problem.tsx'
import { PageHeading } from '../../layout/page-heading.tsx'
import { metaWithTitle } from '../../layout/public-meta.ts'
import { Card } from '../../ui/card.tsx'
import type { Route } from './+types/payment'
import { openPayment } from './open-payment.ts'
import { OrderSummary } from './order-summary.tsx'
import { PaidPanel } from './paid-panel.tsx'
import { PaymentPanel } from './payment-panel.tsx'

export const meta = metaWithTitle('Payment')

export const clientLoader = signedInLoader(async ({ params }: Route.ClientLoaderArgs, { user }) => {
  const order = await api(showPayment, { params })
  const isOwn = order.customerEmail === user.email
  // Not awaited: the order renders while the payment is requested.
  return { order, isOwn, opening: order.paid || !isOwn ? null : openPayment(order) }
})

/** The card payment of one order, next to its summary. */
export default function Payment({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHeading title="Payment" />
      <PaymentOf key={loaderData.order._id} {...loaderData} />
    </>
  )
}

function PaymentOf({ order, isOwn, opening }: Route.ComponentProps['loaderData']) {
  // The order after it was paid on this screen.
  const [settled, setSettled] = useState<Order | null>(null)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 md:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
      <Card>
        {opening ? (
          <PaymentPanel order={order} opening={opening} onPaid={setSettled} />
        ) : order.paid ? (
          <PaidPanel order={order} isNew={false} />
        ) : (
          <p>
            {isOwn ? 'This order cannot be paid.' : 'Only the customer who placed this order can pay for it.'}
          </p>
        )}
      </Card>
      <OrderSummary order={settled ?? order} />
    </div>
  )
}

export const ErrorBoundary = errorBoundary('Payment', { to: paths.myOrders, label: 'My Orders' })
