import { Alert } from '../../ui/alert.tsx'

/** Why a payment failed, in the provider's words. `notCharged` is false while the outcome is unknown. */
export function PaymentProblem({ message, notCharged }: { message: string; notCharged: boolean }) {
  return (
    <Alert tone="danger" title={message} className="text-danger">
      {notCharged && <p className="text-ink">You weren’t charged. Check the details, or try another card.</p>}
    </Alert>
  )
}
