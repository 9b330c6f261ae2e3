import { Alert } from '../../ui/alert.tsx'
import { declineAdvice } from './decline-advice.ts'

/**
 * Why a payment failed, in the provider's words, and what to do. `notCharged` is false while the outcome is
 * unknown; `code`: see declineAdvice.
 */
export function PaymentProblem({
  message,
  notCharged,
  code,
}: {
  message: string
  notCharged: boolean
  code?: string | undefined
}) {
  return (
    <Alert tone="danger" title={message} className="text-danger">
      {notCharged && <p className="text-ink">You weren’t charged. {declineAdvice(code)}</p>}
    </Alert>
  )
}
