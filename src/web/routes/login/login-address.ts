import * as paths from '#paths.ts'
import { returnPath } from '../../session/return-path.ts'
import type { VerificationState } from '../../session/verification-state.ts'

/** The login page's URL with other steps or notices; the return path stays. `''` removes a parameter. */
export function loginPath(
  search: URLSearchParams,
  change: { step?: string; done?: string; as?: string },
  page: string = paths.login,
): string {
  const next = new URLSearchParams(search)
  for (const [name, value] of Object.entries(change)) {
    if (value) next.set(name, value)
    else next.delete(name)
  }
  return next.size === 0 ? page : `${page}?${next}`
}

/** The id of the part whose order form is the return path, or null. */
export function orderedProductId(search: URLSearchParams): string | null {
  return /^\/purchase-product\/([0-9a-f-]{36})\/?$/i.exec(returnPath(search))?.[1] ?? null
}

/** The result of a verification link (`?verified=1`, with `&before=1` or `&error=…`); null without one. */
export function verificationState(search: URLSearchParams): VerificationState | null {
  if (search.get('verified') !== '1') return null
  return {
    verification: search.has('error') ? 'failed' : search.has('before') ? 'before' : 'verified',
  }
}

/** Messages about what was just done, by the URL's `done`. Scripts show them as toasts. */
export const loginNotices = {
  'reset-link': 'Sent Password Reset Link on Your Email',
  'verification-link': 'A new link is on its way to your email',
  claimed:
    'The account is yours alone: its old password, name, profile, addresses, cars and cart were removed, and it was logged out everywhere. Its orders are still there. Log in with your new password.',
  'account-deleted':
    'The account that was opened with your email address is deleted, with its unpaid orders.',
  'account-closed':
    'Your account is closed, and you are logged out everywhere. We sent you an email that confirms it.',
  'new-password': 'Your new password is set. Log in with it now.',
} as const
