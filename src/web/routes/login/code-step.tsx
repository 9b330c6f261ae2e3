import { useEffect, useRef } from 'react'
import { useMutation } from '../../api-client/use-mutation.ts'
import { ApiProblem } from '../../api-problem.ts'
import { AuthFrame } from '../../components/auth-form/auth-frame.tsx'
import type { RefusedForm } from '../../form-action.server.ts'
import { useStore } from '../../layout/use-settings.ts'
import { mustStartOver, signInWithCode } from '../../session/sign-in.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { FullScreenSpinner } from '../../ui/spinner.tsx'
import { useForm } from '../../ui/use-form.ts'
import { loginPath } from './login-address.ts'

/** The props of the links below the form. */
const otherWay = { variant: 'ghost', className: 'underline underline-offset-4', replace: true } as const

const codeInput = async () => (await import('#domain/accounts/account.ts')).CodeInput

/** The second step of a login: a code from the app, or a backup code. The login page continues afterwards. */
export function CodeStep({
  step,
  search,
  refused,
  onStartOver,
}: {
  step: 'code' | 'backup-code'
  search: URLSearchParams
  refused: RefusedForm | undefined
  /** Called when the password must be entered again; `why` is the message. */
  onStartOver: (why: string) => void
}) {
  const form = useForm(codeInput, { code: '' }, { refused: refused?.errors })
  const isBackup = step === 'backup-code'
  const { busy, problem, send } = useMutation(
    async ({ code }: { code: string }) => {
      try {
        await signInWithCode({ code, isBackup })
      } catch (error) {
        if (error instanceof ApiProblem && mustStartOver(error.code)) return onStartOver(error.message)
        form.reset()
        throw error
      }
    },
    { form, firstProblem: refused?.message },
  )
  const field = useRef<HTMLInputElement>(null)

  useEffect(() => field.current?.focus(), [problem])

  const { name } = useStore()

  return (
    <AuthFrame
      title="Enter your code"
      lead={
        isBackup
          ? 'Type one of the backup codes that you saved. Each works once.'
          : `Open your authenticator app and type the six digits that it shows for ${name}.`
      }
    >
      {busy && <FullScreenSpinner label="Signing in" />}
      <form {...form.props(send)} className="flex flex-col gap-4">
        <TextField
          ref={field}
          label={isBackup ? 'Backup code' : 'Code'}
          inputMode={isBackup ? 'text' : 'numeric'}
          autoComplete={isBackup ? 'off' : 'one-time-code'}
          autoCapitalize="none"
          spellCheck={false}
          required
          {...form.field('code')}
        />
        <FormError>{problem}</FormError>
        <Button type="submit" name="intent" value={step} variant="primary" size="lg" full busy={busy}>
          Log in
        </Button>
      </form>
      <div className="-ml-5 flex flex-col items-start">
        <LinkButton {...otherWay} to={loginPath(search, { step: isBackup ? 'code' : 'backup-code' })}>
          {isBackup ? 'Use the app instead' : 'Use a backup code instead'}
        </LinkButton>
        <LinkButton {...otherWay} to={loginPath(search, { step: '' })}>
          Back to the password
        </LinkButton>
      </div>
    </AuthFrame>
  )
}
