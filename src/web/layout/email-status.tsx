import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import { useSession } from '../session/session.ts'

/** What a verification link has done, as the login page passes it on to the page it leads to. */
export type VerificationState = { verification: 'confirmed' | 'before' | 'failed' }

const EmailNotice = lazy(async () => ({ default: (await import('./email-notice.tsx')).EmailNotice }))

/**
 * For the root's layout: tells people who are signed in where their email address stands, until it is verified. It comes as a
 * script of its own, since most visitors never need it.
 */
export function EmailStatus() {
  const { user } = useSession()
  const state = useLocation().state as Partial<VerificationState> | null
  const verification = state?.verification ?? null
  if (user === null || (user.emailVerified && verification === null)) return null
  return (
    <Suspense>
      <EmailNotice key={user.email} user={user} verification={verification} />
    </Suspense>
  )
}
