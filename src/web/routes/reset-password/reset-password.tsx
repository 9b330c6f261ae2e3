import { useNavigate, useSearchParams } from 'react-router'
import { identityPaths } from '#identity-paths.ts'
import * as paths from '#paths.ts'
import { pathWithQuery } from '#paths.ts'
import { useMutation } from '../../api-client/use-mutation.ts'
import { AuthFrame, NewPasswordFields } from '../../components/auth-form/auth-frame.tsx'
import { submitForm } from '../../form-action.server.ts'
import { metaWithTitle } from '../../layout/public-meta.ts'
import { useSettings } from '../../layout/use-settings.ts'
import type { RouteHandle } from '../../route-handle.ts'
import { resetPassword } from '../../session/sign-in.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { useForm } from '../../ui/use-form.ts'
import { loginNotices } from '../login/login-address.ts'
import type { Route } from './+types/reset-password'

const resetPasswordInput = async () => (await import('#domain/accounts/account.ts')).ResetPasswordInput

export const handle = { access: 'private', hydrate: 'after-paint' } satisfies RouteHandle

export const meta = metaWithTitle(
  'Choose a new password',
  // The URL contains the reset token: it must not leak to other sites. With no-referrer the form would be
  // posted without its origin.
  { name: 'referrer', content: 'same-origin' },
)

export async function action({ context, request }: Route.ActionArgs) {
  const token = new URL(request.url).searchParams.get('token')
  return submitForm(context, {
    '': {
      schema: await resetPasswordInput(),
      shown: [],
      path: identityPaths.resetPassword,
      body: ({ password }) => ({ token, newPassword: password }),
      next: pathWithQuery(paths.login, { done: 'new-password' }),
    },
  })
}
export { refusalHeaders as headers } from '../../form-action.server.ts'

export default function ResetPassword({ actionData: refused }: Route.ComponentProps) {
  const [search] = useSearchParams()
  const token = search.get('token')
  const form = useForm(
    resetPasswordInput,
    { password: '', confirmPassword: '' },
    { refused: refused?.errors },
  )
  const navigate = useNavigate()
  const { signIn } = useSettings()
  const { busy, problem, send } = useMutation(
    ({ password }: { password: string }) => resetPassword(token ?? '', password),
    {
      form,
      firstProblem: refused?.message,
      about: 'session',
      done: loginNotices['new-password'],
      next: () => navigate(paths.login, { replace: true }),
    },
  )

  if (signIn.kind === 'oidc') return <PasswordIsElsewhere name={signIn.name} />
  if (!token || search.has('error')) return <LinkDoesNotWork />

  return (
    <AuthFrame
      title="Choose a new password"
      lead="You will be logged out everywhere and can log in with the new one."
    >
      <form {...form.props(send)} className="flex flex-col gap-4">
        <NewPasswordFields label="New password" field={form.field} />
        <Button type="submit" variant="primary" size="lg" full busy={busy}>
          Set new password
        </Button>
      </form>
      {problem && (
        <Alert tone="danger" title={problem}>
          <p>
            If the link is the problem, ask for a new one: on the login page, enter your email and press
            Forgot Password.
          </p>
          <LinkButton to={paths.login} className="mt-3">
            Go to the login page
          </LinkButton>
        </Alert>
      )}
    </AuthFrame>
  )
}

function PasswordIsElsewhere({ name }: { name: string }) {
  return (
    <AuthFrame title="Choose a new password" lead={`${name} keeps your password, not this store.`}>
      <p>Log in with {name} and choose a new password there. You’ll come back here logged in.</p>
      <LinkButton variant="primary" to={paths.login} className="self-start">
        Go to the login page
      </LinkButton>
    </AuthFrame>
  )
}

function LinkDoesNotWork() {
  return (
    <AuthFrame title="This link doesn’t work" lead="It’s incomplete, already used, or expired.">
      <p>
        On the login page, enter your email and press <strong>Forgot Password</strong>. We’ll send you a new
        link.
      </p>
      <LinkButton variant="primary" to={paths.login} className="self-start">
        Go to the login page
      </LinkButton>
    </AuthFrame>
  )
}
