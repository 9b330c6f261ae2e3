import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import { useSession } from '../session/session.ts'
import type { VerificationState } from '../session/verification-state.ts'

const EmailNotice = lazy(async () => ({ default: (await import('./email-notice.tsx')).EmailNotice }))

/**
 * Shows signed-in users the state of their email address until it is verified, and for some minutes that they
 * have claimed the account. Lazy loaded, since most
 * visitors never need it.
 */
export function EmailStatus() {
  const { user } = useSession()
  const state = useLocation().state as Partial<VerificationState> | null
  const verification = state?.verification ?? null
  if (user === null || (user.emailVerified && verification === null && !user.claimed)) return null
  return (
    <Suspense>
      <EmailNotice key={user.email} user={user} verification={verification} />
    </Suspense>
  )
}
