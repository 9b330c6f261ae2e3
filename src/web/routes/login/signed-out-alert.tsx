import { type SignedOutReason, useSignedOutReason } from '../../session/session.ts'
import { Alert } from '../../ui/alert.tsx'

const messages: Record<SignedOutReason, { title: string; text: string }> = {
  'admins-only': {
    title: 'You were logged out.',
    text: 'The page that you opened is for admins only, and your account is not an admin’s. Log in again to continue.',
  },
  'session-ended': {
    title: 'Your session has ended.',
    text: 'Log in again to pick up where you left off. What you typed is saved.',
  },
  'other-tab': {
    title: 'You were logged out in another tab.',
    text: 'Log in again to pick up where you left off. What you typed is saved.',
  },
}

/** Says why the user was signed out. */
export function SignedOutAlert() {
  const reason = useSignedOutReason()
  if (reason === null) return null
  return <Alert title={messages[reason].title}>{messages[reason].text}</Alert>
}
