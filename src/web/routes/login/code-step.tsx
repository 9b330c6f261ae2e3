import { useEffect, useRef, useState } from 'react'
import { problemText } from '../../api-client/api-problem.ts'
import { AuthFrame } from '../../components/auth-form/auth-frame.tsx'
import { mustStartOver, signInWithCode } from '../../session/sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { FullScreenSpinner } from '../../ui/spinner.tsx'
import { useFormCheck } from '../../ui/use-form-check.ts'
import { useStore } from '../../layout/use-settings.ts'

const codeInput = async () => (await import('#domain/accounts/account.ts')).CodeInput

/** The second step of a login: a code from the app, or a backup code. The screen navigates once the session exists. */
export function CodeStep({
  email,
  onLeave,
}: {
  email: string
  /** Called after sign-in, or to restart with the password, with the reason in `why`. */
  onLeave: (why: string) => void
}) {
  const form = useFormCheck(codeInput, { code: '' })
  const [backup, setBackup] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const field = useRef<HTMLInputElement>(null)

  useEffect(() => field.current?.focus(), [backup, error])

  const send = async ({ code }: { code: string }) => {
    setError('')
    setBusy(true)
    try {
      await signInWithCode(email, { code, backup })
      onLeave('')
    } catch (problem) {
      if (mustStartOver(problem)) return onLeave(problemText(problem))
      setError(problemText(problem))
      form.reset()
    } finally {
      setBusy(false)
    }
  }
  const { name } = useStore()
  const change = () => {
    setBackup(!backup)
    setError('')
    form.reset()
  }

  return (
    <AuthFrame
      title="Enter your code"
      lead={
        backup
          ? 'Type one of the backup codes that you kept. Each works once.'
          : `Open your authenticator app and type the six digits that it shows for ${name}.`
      }
    >
      {busy && <FullScreenSpinner label="Signing in" />}
      <form method="post" noValidate onSubmit={form.submit(send)} className="flex flex-col gap-4">
        <TextField
          key={backup ? 'backup' : 'app'}
          ref={field}
          label={backup ? 'Backup code' : 'Code'}
          inputMode={backup ? 'text' : 'numeric'}
          autoComplete={backup ? 'off' : 'one-time-code'}
          autoCapitalize="none"
          spellCheck={false}
          required
          {...form.field('code')}
        />
        <FormError>{error}</FormError>
        <Button type="submit" variant="primary" size="lg" full busy={busy}>
          Log in
        </Button>
      </form>
      <div className="-ml-5 flex flex-col items-start">
        <Button variant="ghost" className="underline underline-offset-4" onClick={change}>
          {backup ? 'Use the app instead' : 'Use a backup code instead'}
        </Button>
        <Button variant="ghost" className="underline underline-offset-4" onClick={() => onLeave('')}>
          Back to the password
        </Button>
      </div>
    </AuthFrame>
  )
}
