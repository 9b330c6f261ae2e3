import type { VerificationState } from '../../layout/email-status.tsx'
import { Alert } from '../../ui/alert.tsx'

/** The result of a verification link (`?verified=1`, with `&before=1` or `&error=…`); null without one. */
export function verificationState(search: URLSearchParams): VerificationState | null {
  if (search.get('verified') !== '1') return null
  return {
    verification: search.has('error') ? 'failed' : search.has('before') ? 'before' : 'confirmed',
  }
}

/** Shows the result to signed-out users. The form has a button for another link. */
export function VerificationAlert({ search }: { search: URLSearchParams }) {
  const state = verificationState(search)
  if (state === null) return null
  if (state.verification === 'confirmed')
    return (
      <Alert tone="ok" title="Your email address is verified.">
        You can log in now.
      </Alert>
    )
  if (state.verification === 'before')
    return (
      <Alert tone="ok" title="Your email address was verified before.">
        You can log in. If the password does not work, press Forgot Password.
      </Alert>
    )
  return (
    <Alert title="This link no longer works.">
      It was used before or is too old. If your email address is not verified yet, fill it in below and ask
      for a new link.
    </Alert>
  )
}
