import { useEffect, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { problemText } from '../../api-client/api-problem.ts'
import { AuthFrame, OrDivider } from '../../components/auth-form/auth-frame.tsx'
import { GoogleButton } from '../../components/auth-form/google-button.tsx'
import { sendVerificationMail } from '../../api-client/identity-call.ts'
import { hydrateAfterPaint } from '../../hydration/deferred-hydration.ts'
import { saveReturnPath, returnPath } from '../../session/return-path.ts'
import { publicMeta } from '../../layout/public-meta.ts'
import { renewToken, useSession } from '../../session/session.ts'
import { sendResetLink, signIn } from '../../session/sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { FullScreenSpinner } from '../../ui/spinner.tsx'
import { toastError, toastSuccess } from '../../ui/toast-store.ts'
import { useFormCheck } from '../../ui/use-form-check.ts'
import { useSettings } from '../../layout/use-settings.ts'
import type { RouteHandle } from '../../route-handle.ts'
import type { Route } from './+types/login'
import { CodeStep } from './code-step.tsx'
import { SignedOutAlert } from './signed-out-alert.tsx'
import { verificationState, VerificationAlert } from './verification-alert.tsx'

export const handle = { hydrate: hydrateAfterPaint } satisfies RouteHandle

export const meta: Route.MetaFunction = (args) =>
  publicMeta(args, {
    title: 'Log in',
    description: 'Log in to order parts, pay for them and follow your orders.',
  })

const loginInput = async () => (await import('#domain/accounts/account.ts')).LoginInput

// The demo store's accounts: public on purpose, they exist in demo mode only.
const demoCustomer = { email: 'customer@demo.test', password: 'demo1234' }
const demoAdmin = { email: 'admin@demo.test', password: 'demo1234' }

export default function Login() {
  const { demo } = useSettings()
  const form = useFormCheck(loginInput, demo ? demoCustomer : { email: '', password: '' })
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const { status } = useSession()
  // The account whose password was correct and that requires a code.
  const [codeFor, setCodeFor] = useState<string | null>(null)

  // Also runs when a signed-in user opens this page, or signs in in another tab.
  useEffect(() => {
    if (status !== 'signed-in') return
    const path = returnPath(search)
    saveReturnPath(path)
    const state = verificationState(search)
    const go = () => navigate(path, { replace: true, state })
    // The verification link has changed the saved account.
    if (state)
      void renewToken()
        .catch(() => undefined)
        .then(go)
    else void go()
  }, [status, search, navigate])

  const send = async ({ email, password }: { email: string; password: string }) => {
    setError('')
    setBusy(true)
    try {
      if (!(await signIn(email, password))) setCodeFor(email)
    } catch (problem) {
      setError(problemText(problem))
    } finally {
      setBusy(false)
    }
  }

  /** Requests a verification email for the address in the form. */
  const mail = async (send: (email: string) => Promise<void>, done: string) => {
    if (form.values.email.trim() === '') return toastError('Enter Your Email', { about: 'session' })
    try {
      const email = (await loginInput()).shape.email.safeParse(form.values.email)
      if (!email.success) return form.touch('email')
      await send(email.data)
      toastSuccess(done, { about: 'session' })
    } catch (problem) {
      toastError(problemText(problem), { about: 'session' })
    }
  }

  const leaveCodeStep = (why: string) => {
    setCodeFor(null)
    setError(why)
  }

  const fill = (account: typeof demoCustomer) => form.reset(account)

  // Keep the spinner until the next page is loaded; its guard may end the session and redirect back here.
  const signingIn = busy || status === 'signed-in'
  if (codeFor !== null) return <CodeStep email={codeFor} onLeave={leaveCodeStep} />

  return (
    <AuthFrame title="Log in" lead="Order parts, pay, and see where your orders are.">
      {signingIn && <FullScreenSpinner label="Signing in" />}
      <SignedOutAlert />
      <VerificationAlert
        search={search}
        onSendAgain={() => mail(sendVerificationMail, 'A new link is on its way to your email')}
      />
      {demo && (
        <div className="flex flex-wrap gap-2 rounded-md border border-dashed border-line-strong p-3">
          <p className="w-full text-sm text-ink-soft">This is a demo store. Look at it as:</p>
          <Button size="sm" onClick={() => fill(demoCustomer)}>
            Use demo customer
          </Button>
          <Button size="sm" onClick={() => fill(demoAdmin)}>
            Use demo admin
          </Button>
        </div>
      )}
      <form method="post" noValidate onSubmit={form.submit(send)} className="flex flex-col gap-4">
        <TextField label="Email" type="email" required autoComplete="username" {...form.field('email')} />
        <div>
          <PasswordField
            label="Password"
            required
            autoComplete="current-password"
            {...form.field('password')}
          />
          <Button
            variant="ghost"
            size="sm"
            className="mt-1 -ml-3 underline underline-offset-4"
            onClick={() => mail(sendResetLink, 'Sent Password Reset Link on Your Email')}
          >
            Forgot Password
          </Button>
        </div>
        <Button type="submit" variant="primary" size="lg" full busy={signingIn}>
          Log in
        </Button>
        <FormError>{error}</FormError>
      </form>
      <Link to="/signup" className="self-start py-2.5 font-medium underline underline-offset-4">
        Need an account? Sign up
      </Link>
      <OrDivider />
      <GoogleButton onBusy={setBusy} />
    </AuthFrame>
  )
}
