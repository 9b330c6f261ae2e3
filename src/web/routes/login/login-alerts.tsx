import type { ComponentProps } from 'react'
import type { SignedOutReason } from '../../session/session-store.ts'
import { useSignedOutReason } from '../../session/session.ts'
import type { VerificationState } from '../../session/verification-state.ts'
import { Alert } from '../../ui/alert.tsx'
import { loginNotices, verificationState } from './login-address.ts'

type Message = Pick<ComponentProps<typeof Alert>, 'tone' | 'title' | 'children'>

/** Why the user was signed out. */
const signedOut: Record<SignedOutReason, Message> = {
  'admins-only': {
    title: 'You were logged out.',
    children:
      'The page that you opened is for admins only, and your account is not an admin’s. Log in again to continue.',
  },
  'session-ended': {
    title: 'Your session has ended.',
    children: 'Log in again to pick up where you left off. What you typed is saved.',
  },
  'other-tab': {
    title: 'You were logged out in another tab.',
    children: 'Log in again to pick up where you left off. What you typed is saved.',
  },
}

/** Why a sign-in at the OpenID Connect issuer led back here, by the URL's `problem`. */
const problems = {
  canceled: 'Logging in was canceled.',
  failed: 'Logging in did not work, or took too long. Please try again.',
  unavailable: 'We can’t reach the login service right now. Try again in a minute.',
  no_account:
    'There is already an account with this email address, or yours shares none. If the address is yours, verify it there, then log in again.',
  not_from_this_store: 'Another page asked to log you in. Do it here.',
}

/** The result of a verification link. After a failed one, the form has a button for another link. */
const verifications: Record<VerificationState['verification'], Message> = {
  verified: { tone: 'ok', title: 'Your email address is verified.', children: 'You can log in now.' },
  before: {
    tone: 'ok',
    title: 'Your email address was verified before.',
    children: 'You can log in. If the password does not work, press Forgot Password.',
  },
  failed: {
    title: 'This link no longer works.',
    children:
      'It was used before or is too old. If your email address is not verified yet, fill it in below and ask for a new link.',
  },
}

/** The messages above the form about what led to this page. */
export function LoginAlerts({ search }: { search: URLSearchParams }) {
  const reason = useSignedOutReason()
  const problem = textOf(problems, search.get('problem'))
  const verified = verificationState(search)
  const done = textOf(loginNotices, search.get('done'))
  return (
    <>
      {reason && <Alert {...signedOut[reason]} />}
      {problem && <Alert tone="danger" title={problem} />}
      {verified && <Alert {...verifications[verified.verification]} />}
      {done && <Alert tone="ok" title={done} />}
    </>
  )
}

function textOf(texts: Readonly<Record<string, string>>, name: string | null): string | undefined {
  return name !== null && Object.hasOwn(texts, name) ? texts[name] : undefined
}
