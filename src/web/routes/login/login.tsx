import { useEffect, useState } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { findProductName } from '#domain/products/product-page.server.ts'
import { identityPaths } from '#identity-paths.ts'
import * as paths from '#paths.ts'
import { AuthFrame } from '../../components/auth-form/auth-frame.tsx'
import { GoogleButton, useGoogle } from '../../components/auth-form/google-button.tsx'
import { IssuerLink } from '../../components/auth-form/issuer-link.tsx'
import { NeedsScripts } from '../../components/auth-form/needs-scripts.tsx'
import { submitForm } from '../../form-action.server.ts'
import { publicMeta } from '../../layout/public-meta.ts'
import { useSettings } from '../../layout/use-settings.ts'
import { cacheTagsContext, shopFrom } from '../../page-context.ts'
import type { RouteHandle } from '../../route-handle.ts'
import { saveReturnPath, returnPath, withReturnPath } from '../../session/return-path.ts'
import { renewToken, useSession } from '../../session/session.ts'
import { mustStartOver } from '../../session/sign-in.ts'
import { LinkButton } from '../../ui/button.tsx'
import { FullScreenSpinner } from '../../ui/spinner.tsx'
import type { Route } from './+types/login'
import { CodeStep } from './code-step.tsx'
import { loginPath, orderedProductId, verificationState } from './login-address.ts'
import { LoginAlerts } from './login-alerts.tsx'
import { PasswordForm } from './password-form.tsx'

export const handle = { hydrate: 'after-paint' } satisfies RouteHandle

export const meta: Route.MetaFunction = (args) =>
  publicMeta(args, {
    title: 'Log in',
    description: 'Log in to order parts, pay for them and follow your orders.',
  })

export async function action({ context, request }: Route.ActionArgs) {
  const { CodeInput, LoginInput, MailedLinkInput } = await import('#domain/accounts/account.ts')
  const search = new URL(request.url).searchParams
  const signedIn = loginPath(search, { step: '', done: '' }, paths.signedIn)
  const code = { schema: CodeInput, shown: [], next: signedIn }
  const mailed = (path: string, done: string) => ({
    schema: MailedLinkInput,
    shown: ['email'],
    path,
    next: loginPath(search, { done }),
  })
  return submitForm(context, {
    '': {
      schema: LoginInput,
      shown: ['email'],
      path: identityPaths.signIn,
      next: (response) =>
        'twoFactorRedirect' in response ? loginPath(search, { step: 'code', done: '' }) : signedIn,
    },
    code: { ...code, path: identityPaths.verifyCode },
    'backup-code': { ...code, path: identityPaths.verifyBackupCode },
    'reset-link': mailed(identityPaths.requestPasswordReset, 'reset-link'),
    'verification-link': mailed(identityPaths.sendVerification, 'verification-link'),
  })
}
export { refusalHeaders as headers } from '../../form-action.server.ts'

/** The part whose order form asked for the login, by the return path. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const id = orderedProductId(new URL(request.url).searchParams)
  if (id === null) return { product: null }
  const product = await findProductName(shopFrom(context), id)
  context.set(cacheTagsContext, ['products'])
  return { product: product && { name: product.name, path: paths.part(product) } }
}

// Login works without the part's name.
export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  if (orderedProductId(new URL(request.url).searchParams) === null) return { product: null }
  return serverLoader().catch(() => ({ product: null }))
}

export default function Login({ loaderData: { product }, actionData: refused }: Route.ComponentProps) {
  const { demo, signIn } = useSettings()
  const google = useGoogle()
  const [problem, setProblem] = useState(refused?.message ?? '')
  const [search] = useSearchParams()
  const { key } = useLocation()
  const navigate = useNavigate()
  const { status } = useSession()
  // Until the next page is loaded: its guard may end the session and redirect back here.
  const isSigningIn = google.busy || status === 'signed-in'

  // Also runs when a signed-in user opens this page, or signs in in another tab.
  useEffect(() => {
    if (status !== 'signed-in') return
    const path = returnPath(search)
    saveReturnPath(path)
    const state = verificationState(search)
    const go = () => navigate(path, { replace: true, state })
    // The verification link has changed the saved account; if renewing it fails, it is renewed later.
    if (state)
      void renewToken()
        .catch(() => undefined)
        .then(go)
    else void go()
  }, [status, search, navigate])

  const goTo = (step: string, why: string) => {
    setProblem(why)
    void navigate(loginPath(search, { step }), { replace: true })
  }
  const step = refused && mustStartOver(refused.code) ? null : search.get('step')
  if (step === 'code' || step === 'backup-code')
    return (
      <CodeStep
        key={step}
        step={step}
        search={search}
        refused={refused}
        onStartOver={(why) => goTo('', why)}
      />
    )

  return (
    <AuthFrame
      title="Log in"
      lead={
        product ? (
          <>
            Log in to order{' '}
            <Link to={product.path} className="font-semibold text-ink underline underline-offset-4">
              {product.name}
            </Link>
          </>
        ) : (
          'Log in to order, pay and track your parts.'
        )
      }
    >
      {isSigningIn && <FullScreenSpinner label="Signing in" />}
      <LoginAlerts search={search} />
      {demo && signIn.kind === 'embedded' && (
        <div className="flex flex-wrap gap-2 rounded-md border border-dashed border-line-strong p-3">
          <p className="w-full text-sm text-ink-soft">This is a demo store. Try it as:</p>
          <LinkButton size="sm" replace preventScrollReset to={loginPath(search, { as: 'customer' })}>
            Use demo customer
          </LinkButton>
          <LinkButton size="sm" replace preventScrollReset to={loginPath(search, { as: 'admin' })}>
            Use demo admin
          </LinkButton>
        </div>
      )}
      {signIn.kind === 'oidc' ? (
        <IssuerLink search={search}>Log in with {signIn.name}</IssuerLink>
      ) : (
        <NeedsScripts>
          <PasswordForm
            key={key}
            search={search}
            refused={refused}
            firstProblem={problem}
            isSigningIn={isSigningIn}
            onCode={() => goTo('code', '')}
          />
        </NeedsScripts>
      )}
      <Link
        to={withReturnPath(paths.signUp, search)}
        className="self-start py-2.5 font-medium underline underline-offset-4"
      >
        Need an account? Sign up
      </Link>
      <GoogleButton {...google} />
    </AuthFrame>
  )
}
