import { data, Link, redirect, useNavigate, useSearchParams } from 'react-router'
import { identityPaths } from '#identity-paths.ts'
import * as paths from '#paths.ts'
import { pathWithQuery } from '#paths.ts'
import { useMutation } from '../../api-client/use-mutation.ts'
import { AuthFrame } from '../../components/auth-form/auth-frame.tsx'
import { type RefusedForm, submitForm } from '../../form-action.server.ts'
import { metaWithTitle } from '../../layout/public-meta.ts'
import { visitorContext } from '../../page-context.ts'
import type { RouteHandle } from '../../route-handle.ts'
import { signIn } from '../../session/sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { useForm } from '../../ui/use-form.ts'
import { loginPath } from '../login/login-address.ts'
import type { Route } from './+types/verify-email'
import { ClaimAccount } from './claim-account.tsx'

const loginInput = async () => (await import('#domain/accounts/account.ts')).LoginInput

export const handle = { access: 'private', hydrate: 'after-paint' } satisfies RouteHandle

export const meta = metaWithTitle(
  'Verify your email',
  // The URL contains the code: it must not leak to other sites.
  { name: 'referrer', content: 'same-origin' },
)

/**
 * A link that needs no password leads on: where this browser is signed in to the account, it verifies; one
 * that was used or is too old leads to the login page.
 */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { callApi } = context.get(visitorContext)
  const code = codeIn(request)
  const opened = await callApi(identityPaths.verificationLink(code))
  const location = opened.headers.get('location')
  if (location && location !== paths.verifyEmail(code)) throw redirect(location)
  const account = await callApi(identityPaths.unverifiedAccount(code))
  if (!account.ok) throw data(null, { status: account.status })
  const { email } = (await account.json()) as { email: string }
  return { email }
}

export async function action({ context, request }: Route.ActionArgs) {
  const { ClaimAccountInput, DeleteAccountInput } = await import('#domain/accounts/account.ts')
  const code = codeIn(request)
  return submitForm(context, {
    '': {
      schema: await loginInput(),
      shown: [],
      path: identityPaths.signIn,
      next: (response) =>
        'twoFactorRedirect' in response
          ? loginPath(new URLSearchParams({ step: 'code', from: paths.verifyEmail(code) }), {})
          : identityPaths.verificationLink(code),
    },
    claim: {
      schema: ClaimAccountInput,
      shown: ['name'],
      path: identityPaths.claimAccount,
      body: ({ name, password }) => ({ code, name, newPassword: password }),
      next: pathWithQuery(paths.login, { done: 'claimed' }),
    },
    delete: {
      schema: DeleteAccountInput,
      shown: [],
      path: identityPaths.deleteUnverifiedAccount,
      body: () => ({ code }),
      next: pathWithQuery(paths.login, { done: 'account-deleted' }),
    },
  })
}
export { refusalHeaders as headers } from '../../form-action.server.ts'

/** The page of a verification link in a browser that is not signed in to the account. */
export default function VerifyEmail({ loaderData: { email }, actionData: refused }: Route.ComponentProps) {
  const [search] = useSearchParams()
  const code = search.get('code') ?? ''
  if (search.get('step') === 'claim') return <ClaimAccount code={code} email={email} refused={refused} />
  return (
    <AuthFrame
      title="Verify your email"
      lead={
        <>
          You signed up as <strong className="font-semibold text-ink wrap-anywhere">{email}</strong>. Enter
          the password that you chose, and you are logged in here too.
        </>
      }
    >
      <PasswordForm code={code} email={email} refused={refused} />
      <p className="text-ink-soft">
        Still logged in where you signed up? Then type the six digits of the same email there instead.
      </p>
      <Link
        to={paths.verifyEmail(code, 'claim')}
        className="self-start py-2.5 font-medium underline underline-offset-4"
      >
        I don’t know it, or this wasn’t me
      </Link>
    </AuthFrame>
  )
}

function PasswordForm({
  code,
  email,
  refused,
}: {
  code: string
  email: string
  refused: RefusedForm | undefined
}) {
  const form = useForm(loginInput, { email, password: '' }, { refused: refused?.errors })
  const navigate = useNavigate()
  const { busy, problem, send } = useMutation(
    async ({ password }: { password: string }) => {
      const path = paths.verifyEmail(code)
      const isSignedIn = await signIn(email, password)
      // Opened again while signed in, the link verifies.
      await navigate(isSignedIn ? path : loginPath(new URLSearchParams({ step: 'code', from: path }), {}))
    },
    { form, firstProblem: refused?.message },
  )
  return (
    <form {...form.props(send)} className="flex flex-col gap-4">
      <input type="hidden" name="email" value={email} autoComplete="username" />
      <PasswordField label="Password" required autoComplete="current-password" {...form.field('password')} />
      <Button type="submit" variant="primary" size="lg" full busy={busy}>
        Verify
      </Button>
      <FormError>{problem}</FormError>
    </form>
  )
}

function codeIn(request: Request): string {
  return new URL(request.url).searchParams.get('code') ?? ''
}
