import { Alert } from '../../ui/alert.tsx'

/** Why a sign-in at the OpenID Connect issuer led back here, by the address's `problem`. */
const problems = {
  cancelled: 'Logging in was cancelled.',
  failed: 'Logging in did not work, or took too long. Please try again.',
  unavailable: 'We can’t reach the login service right now. Try again in a minute.',
  no_account:
    'There is already an account with this email address, or yours shares none. If the address is yours, confirm it there, then log in again.',
  not_from_this_store: 'Another page asked to log you in. Do it here.',
} as const

export function IssuerProblemAlert({ search }: { search: URLSearchParams }) {
  const problem = search.get('problem') ?? ''
  if (!Object.hasOwn(problems, problem)) return null
  return <Alert tone="danger" title={problems[problem as keyof typeof problems]} />
}
