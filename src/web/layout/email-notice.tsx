import * as paths from '#paths.ts'
import type { SessionUser } from '../session/session-store.ts'
import type { VerificationState } from '../session/verification-state.ts'
import { TextLink } from '../ui/button.tsx'
import { SendVerification } from './send-verification.tsx'

/**
 * The bar below the navigation that says that the email address was just verified, or is not verified yet, or
 * that its owner has just taken over the account.
 */
export function EmailNotice({
  user,
  verification,
}: {
  user: SessionUser
  verification: VerificationState['verification'] | null
}) {
  return (
    <aside aria-label="Verification" className="border-b border-line bg-surface">
      <div className="page-column py-3">
        {user.claimed ? (
          <Claimed email={user.email} />
        ) : user.emailVerified ? (
          <p role="status">
            <strong className="font-semibold">
              {verification === 'verified'
                ? 'Your email address is verified.'
                : 'Your email address was verified before.'}
            </strong>{' '}
            <span className="wrap-anywhere">{user.email}</span> is yours.
          </p>
        ) : (
          <SendVerification email={user.email}>
            <p className="font-semibold">
              {verification === 'failed'
                ? 'That link no longer works: it was used before or is too old. Your email address is not verified.'
                : 'Your email address is not verified.'}
            </p>
          </SendVerification>
        )}
      </div>
    </aside>
  )
}

/** What claiming an unverified account has removed. */
function Claimed({ email }: { email: string }) {
  return (
    <div role="status">
      <p className="font-semibold">Your account was reset, so that it is yours alone.</p>
      <p className="wrap-anywhere">
        {email} had an account, but it had not been verified. Its old password, name, profile (education,
        address, phone, LinkedIn), address book, cars and cart were removed, and it was logged out everywhere
        else. Its orders are still here.
      </p>
      <TextLink to={paths.profile}>Check your profile</TextLink>
    </div>
  )
}
