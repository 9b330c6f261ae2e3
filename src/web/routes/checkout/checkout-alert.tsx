import { PutBack } from '../../components/order-card/put-back.tsx'
import { SendVerification } from '../../layout/send-verification.tsx'
import { Alert } from '../../ui/alert.tsx'
import { LinkButton } from '../../ui/button.tsx'
import type { CheckoutProblem } from './use-place.ts'

/** Why the order was not placed, and what helps. */
export function CheckoutAlert({ problem, email }: { problem: CheckoutProblem; email: string }) {
  const { title, text, list = [], link, purchaseId, unverified } = problem
  return (
    <Alert tone="danger" title={title}>
      {text && <p>{text}</p>}
      {list.length > 0 && (
        <ul className="list-disc pl-5 wrap-anywhere">
          {list.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {unverified && <SendVerification email={email} />}
      {(link || purchaseId !== undefined) && (
        <div className="mt-3 flex flex-wrap gap-2">
          {link && (
            <LinkButton size="sm" to={link.to}>
              {link.label}
            </LinkButton>
          )}
          {purchaseId !== undefined && <PutBack purchaseId={purchaseId} />}
        </div>
      )}
    </Alert>
  )
}
