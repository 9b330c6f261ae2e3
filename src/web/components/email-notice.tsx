import { useState } from 'react'
import { problemText } from '../api-problem.ts'
import { sendVerificationMail } from '../identity-call.ts'
import type { SessionUser } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { FormError } from '../ui/form-error.tsx'
import { useSettings } from '../use-settings.ts'
import type { VerificationState } from './email-status.tsx'

/** The bar below the navigation: that the address is verified now, or that it is not, with the way to another mail. */
export function EmailNotice({
  user,
  verification,
}: {
  user: SessionUser
  verification: VerificationState['verification'] | null
}) {
  return (
    <aside aria-label="Verification" className="border-b border-line bg-surface">
      <div className="page-column flex flex-wrap items-center gap-x-5 gap-y-2 py-3">
        {user.emailVerified ? (
          <p role="status">
            <strong className="font-semibold">
              {verification === 'confirmed'
                ? 'Your email address is verified.'
                : 'Your email address was verified before.'}
            </strong>{' '}
            <span className="wrap-anywhere">{user.email}</span> is yours.
          </p>
        ) : (
          <NotVerified email={user.email} linkFailed={verification === 'failed'} />
        )}
      </div>
    </aside>
  )
}

function NotVerified({ email, linkFailed }: { email: string; linkFailed: boolean }) {
  const { demo } = useSettings()
  const [busy, setBusy] = useState(false)
  const [sent, setSent] = useState(false)
  const [error, setError] = useState('')

  const sendAgain = async () => {
    setBusy(true)
    setError('')
    setSent(false)
    try {
      await sendVerificationMail(email)
      setSent(true)
    } catch (problem) {
      setError(problemText(problem))
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <div className="min-w-0 grow basis-80">
        <p className="font-semibold">
          {linkFailed
            ? 'That link no longer works: it was used before or is too old. Your email address is not verified.'
            : 'Your email address is not verified.'}
        </p>
        <p role="status" className="text-ink-soft wrap-anywhere">
          {sent ? 'Sent again: we' : 'We'} sent a mail to {email}. Open the link in it within 24 hours.{' '}
          {demo && (
            <a href="/dev/mailbox" className="underline underline-offset-4">
              Open the demo mailbox
            </a>
          )}
        </p>
        <FormError>{error}</FormError>
      </div>
      <Button size="sm" busy={busy} busyLabel="Sending" onClick={sendAgain}>
        Send again
      </Button>
    </>
  )
}
