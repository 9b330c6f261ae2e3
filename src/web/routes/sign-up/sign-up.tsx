import { useEffect } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { identityPaths } from '#identity-paths.ts'
import * as paths from '#paths.ts'
import { useMutation } from '../../api-client/use-mutation.ts'
import { AuthFrame, NewPasswordFields } from '../../components/auth-form/auth-frame.tsx'
import { GoogleButton, useGoogle } from '../../components/auth-form/google-button.tsx'
import { IssuerLink } from '../../components/auth-form/issuer-link.tsx'
import { NeedsScripts } from '../../components/auth-form/needs-scripts.tsx'
import { submitForm } from '../../form-action.server.ts'
import { publicMeta } from '../../layout/public-meta.ts'
import { useSettings } from '../../layout/use-settings.ts'
import type { RouteHandle } from '../../route-handle.ts'
import { returnPath, withReturnPath } from '../../session/return-path.ts'
import { useSession } from '../../session/session.ts'
import { signUp } from '../../session/sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { FormSummary } from '../../ui/form-summary.tsx'
import { FullScreenSpinner } from '../../ui/spinner.tsx'
import { useForm } from '../../ui/use-form.ts'
import type { HomeState } from '../home/home-state.ts'
import type { Route } from './+types/sign-up'

export const handle = { hydrate: 'after-paint' } satisfies RouteHandle

export const meta: Route.MetaFunction = (args) =>
  publicMeta(args, {
    title: 'Create an account',
    description: 'Create an account to order parts, with price, stock and minimum order in plain sight.',
  })

const signUpInput = async () => (await import('#domain/accounts/account.ts')).SignUpInput
const empty = { name: '', email: '', password: '', confirmPassword: '' }

export async function action({ context, request }: Route.ActionArgs) {
  return submitForm(context, {
    '': {
      schema: await signUpInput(),
      shown: ['name', 'email'],
      path: identityPaths.signUp,
      next: withReturnPath(paths.signedIn, new URL(request.url).searchParams),
    },
  })
}
export { refusalHeaders as headers } from '../../form-action.server.ts'

export default function SignUp({ actionData: refused }: Route.ComponentProps) {
  const form = useForm(signUpInput, { ...empty, ...refused?.values }, { refused: refused?.errors })
  const { busy, problem, send } = useMutation(
    ({ name, email, password }: Record<keyof typeof empty, string>) => signUp(name, email, password),
    { form, firstProblem: refused?.message },
  )
  const google = useGoogle()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const { status } = useSession()
  const { signIn } = useSettings()

  useEffect(() => {
    if (status !== 'signed-in') return
    // The home page offers to go on there.
    const state = { signedUpFrom: returnPath(search) } satisfies HomeState
    void navigate(paths.home, { replace: true, state })
  }, [status, search, navigate])

  return (
    <AuthFrame title="Create an account" lead="Track orders, save your vehicles, check out faster.">
      {(busy || google.busy || status === 'signed-in') && <FullScreenSpinner label="Creating your account" />}
      {signIn.kind === 'oidc' ? (
        <IssuerLink search={search} create>
          Create an account with {signIn.name}
        </IssuerLink>
      ) : (
        <NeedsScripts>
          <form {...form.props(send)} className="flex flex-col gap-4">
            <TextField label="Name" required autoComplete="name" {...form.field('name')} />
            <TextField label="Email" type="email" required autoComplete="username" {...form.field('email')} />
            <NewPasswordFields label="Password" field={form.field} />
            <FormSummary fields={form.invalidFields} />
            <Button type="submit" variant="primary" size="lg" full busy={busy || google.busy}>
              Sign up
            </Button>
            <FormError>{problem}</FormError>
          </form>
        </NeedsScripts>
      )}
      <Link
        to={withReturnPath(paths.login, search)}
        className="self-start py-2.5 font-medium underline underline-offset-4"
      >
        Already have an account? Log in
      </Link>
      <GoogleButton {...google} />
    </AuthFrame>
  )
}
