import { lazy, Suspense } from 'react'
import type { Purchase } from '#domain/orders/purchase.ts'
import * as paths from '#paths.ts'
import { CopyableId } from '../../components/detail-list/copyable-id.tsx'
import { SendVerification } from '../../layout/send-verification.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { LoadingBlock } from '../../ui/spinner.tsx'
import type { openPayment } from './open-payment.ts'
import { PaidPanel } from './paid-panel.tsx'
import { usePayment } from './use-payment.ts'

// The provider's code loads on this page only. No other page code depends on the demo.
const StripeForm = lazy(async () => ({ default: (await import('./stripe-form.tsx')).StripeForm }))
const SimulatorForm = lazy(async () => ({
  default: (await import('#demo/card-form/simulator-form.tsx')).SimulatorForm,
}))

/** The payment of an unpaid order, from request to receipt. */
export function PaymentPanel({
  purchase,
  opening,
  onPaid,
}: {
  purchase: Purchase
  opening: ReturnType<typeof openPayment>
  /** Called with the order once it is paid. */
  onPaid: (paid: Purchase) => void
}) {
  const { phase, open, record } = usePayment(purchase, opening, onPaid)
  switch (phase.kind) {
    case 'opening':
      return <LoadingBlock label="Preparing your payment" />
    case 'closed':
      return (
        <Alert tone="danger" title="This order cannot be paid right now">
          <p>{phase.problem.message}</p>
          {phase.problem.code === 'email_not_verified' && <SendVerification email={purchase.email} />}
          <div className="mt-4 flex flex-wrap gap-3">
            <Button onClick={() => void open()}>Try again</Button>
            <LinkButton variant="ghost" to={paths.myOrders}>
              My Orders
            </LinkButton>
          </div>
        </Alert>
      )
    case 'card': {
      const CardForm = phase.intent.apiBase === null ? StripeForm : SimulatorForm
      return (
        <Suspense fallback={<LoadingBlock label="Loading the card form" />}>
          <CardForm
            key={phase.intent.clientSecret}
            purchase={purchase}
            intent={phase.intent}
            onSucceeded={(id) => void record(id)}
            onCanceled={() => void open()}
          />
        </Suspense>
      )
    }
    case 'recording':
      return phase.isSlow ? (
        <Alert tone="ok" title="Your payment went through">
          <p>
            Your card was charged. We’re still recording it, which can take a minute. You don’t need to pay
            again.
          </p>
          <LoadingBlock label="Recording your payment" />
          <CopyableId name="transaction id" id={phase.transactionId} />
        </Alert>
      ) : (
        <LoadingBlock label="Recording your payment" />
      )
    case 'unrecorded':
      return (
        <Alert tone="danger" title="Your card was charged, but the order does not show it yet">
          <p>{phase.message}</p>
          <p className="mt-2">
            {phase.isFinal
              ? 'Do not pay again. Write to us with this transaction id: we’ll check it and refund anything charged by mistake.'
              : 'Do not pay again. We’ll keep trying: check My Orders in a few minutes. If you write to us, mention this transaction id.'}
          </p>
          <div className="mt-3">
            <CopyableId name="transaction id" id={phase.transactionId} />
          </div>
          <div className="mt-4 flex flex-wrap gap-3">
            <Button onClick={() => void record(phase.transactionId)}>Check again</Button>
            <LinkButton variant="ghost" to={paths.myOrders}>
              My Orders
            </LinkButton>
            <LinkButton variant="ghost" to={paths.contact}>
              Write to us
            </LinkButton>
          </div>
        </Alert>
      )
    case 'paid':
      return <PaidPanel purchase={phase.purchase} isNew={phase.isNew} />
  }
}
