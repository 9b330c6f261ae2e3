import { type ReactNode, useState } from 'react'
import * as paths from '#paths.ts'
import { useMutation } from '../api-client/use-mutation.ts'
import { identityClient } from '../session/open-identity.ts'
import { Button } from '../ui/button.tsx'
import { FormError } from '../ui/form-error.tsx'
import { EmailCodeField } from './email-code-field.tsx'
import { useSettings } from './use-settings.ts'

/**
 * Where the verification email was sent, a field for its code, and a button that sends another. `children`
 * come first.
 */
export function SendVerification({ email, children }: { email: string; children?: ReactNode }) {
  const { demo, signIn } = useSettings()
  const [sent, setSent] = useState(false)
  const { busy, problem, send } = useMutation(async () => {
    setSent(false)
    await (await identityClient()).sendVerificationMail(email)
    setSent(true)
  })

  if (signIn.kind === 'oidc')
    return (
      <div>
        {children}
        <p className="text-ink-soft wrap-anywhere">
          Verify {email} at {signIn.name}, then log out and in again.
        </p>
      </div>
    )
  const isOurs = signIn.kind === 'embedded'
  return (
    <div className="flex flex-wrap items-end gap-x-5 gap-y-3">
      <div className="min-w-0 grow basis-80">
        {children}
        <p role="status" className="text-ink-soft wrap-anywhere">
          {sent ? 'Sent again: we' : 'We'} sent an email to {email}.{' '}
          {isOurs
            ? 'Type the six digits in it here within ten minutes, or open its link within 24 hours.'
            : 'Open the link in it.'}{' '}
          {demo && isOurs && (
            <a href={paths.mailbox} className="underline underline-offset-4">
              Open the demo mailbox
            </a>
          )}
        </p>
        <FormError>{problem}</FormError>
      </div>
      {isOurs && <EmailCodeField />}
      <Button size={isOurs ? 'md' : 'sm'} busy={busy} busyLabel="Sending" onClick={() => void send()}>
        Send again
      </Button>
    </div>
  )
}
