import type { SubmitEvent } from 'react'
import { useMutation } from '../../api-client/use-mutation.ts'
import { problemText } from '../../api-problem.ts'
import type { RefusedForm } from '../../form-action.server.ts'
import { useSettings } from '../../layout/use-settings.ts'
import { identityClient } from '../../session/open-identity.ts'
import { signIn } from '../../session/sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { FullScreenSpinner } from '../../ui/spinner.tsx'
import { toastError } from '../../ui/toast-store.ts'
import { useForm } from '../../ui/use-form.ts'
import { loginNotices, loginPath, verificationState } from './login-address.ts'

const loginInput = async () => (await import('#domain/accounts/account.ts')).LoginInput

// The demo store's accounts: public on purpose, they exist in demo mode only.
const demoAccounts = {
  customer: { email: 'customer@demo.test', password: 'demo1234' },
  admin: { email: 'admin@demo.test', password: 'demo1234' },
}
const empty = { email: '', password: '' }
const mailCalls = { 'reset-link': 'sendResetLink', 'verification-link': 'sendVerificationMail' } as const

/** Email and password. The buttons that send an email come after the one that Enter presses. */
export function PasswordForm({
  search,
  refused,
  firstProblem,
  isSigningIn,
  onCode,
}: {
  search: URLSearchParams
  refused: RefusedForm | undefined
  /** Why the form is shown again; '' when it is not. */
  firstProblem: string
  /** A sign-in by other means is in progress, or the next page is loading: nothing is submitted. */
  isSigningIn: boolean
  /** The password was right, and the account requires a code. */
  onCode: () => void
}) {
  const { demo } = useSettings()
  const demoAccount = search.get('as') === 'admin' ? demoAccounts.admin : demoAccounts.customer
  const form = useForm(loginInput, refused ? { ...empty, ...refused.values } : demo ? demoAccount : empty, {
    refused: refused?.errors,
  })

  const { busy, problem, send } = useMutation(
    async ({ email, password }: typeof empty) => {
      if (!(await signIn(email, password))) onCode()
    },
    { form, firstProblem },
  )
  /** Sends an email to the address in the form; false when that is not valid. */
  const mailing = useMutation(
    async ({ intent, typed }: { intent: keyof typeof mailCalls; typed: string }) => {
      const email = (await loginInput()).shape.email.safeParse(typed)
      if (!email.success) form.touch('email')
      else await (await identityClient())[mailCalls[intent]](email.data)
      return email.success
    },
    {
      about: 'session',
      done: (sent, { intent }) => (sent ? loginNotices[intent] : null),
      failed: problemText,
    },
  )
  const mail = async (intent: keyof typeof mailCalls) => {
    const typed = form.syncValues().email
    if (typed.trim() === '') return toastError('Enter Your Email', { about: 'session' })
    await mailing.send({ intent, typed })
  }

  const props = form.props(send)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    const intent = event.nativeEvent.submitter?.getAttribute('value')
    if (intent !== 'reset-link' && intent !== 'verification-link') return props.onSubmit(event)
    event.preventDefault()
    void mail(intent)
  }

  return (
    <form
      {...props}
      onSubmit={submit}
      action={loginPath(search, { step: '' })}
      className="flex flex-col gap-4"
    >
      {busy && !isSigningIn && <FullScreenSpinner label="Signing in" />}
      <TextField label="Email" type="email" required autoComplete="username" {...form.field('email')} />
      <PasswordField label="Password" required autoComplete="current-password" {...form.field('password')} />
      <Button type="submit" variant="primary" size="lg" full busy={busy || isSigningIn}>
        Log in
      </Button>
      <FormError>{problem}</FormError>
      <div className="-my-3 flex flex-wrap gap-x-3">
        <Button
          type="submit"
          name="intent"
          value="reset-link"
          variant="ghost"
          size="sm"
          className="-ml-3 underline underline-offset-4"
        >
          Forgot Password
        </Button>
        {verificationState(search)?.verification === 'failed' && (
          <Button type="submit" name="intent" value="verification-link" size="sm">
            Send a new link
          </Button>
        )}
      </div>
    </form>
  )
}
