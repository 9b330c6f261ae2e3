import { useEffect, useState } from 'react'
import { redirect, useNavigate, useSearchParams } from 'react-router'
import { identityPaths } from '#identity-paths.ts'
import * as paths from '#paths.ts'
import { problemText } from '../../api-problem.ts'
import { AuthFrame } from '../../components/auth-form/auth-frame.tsx'
import { metaWithTitle } from '../../layout/public-meta.ts'
import { visitorContext } from '../../page-context.ts'
import type { RouteHandle } from '../../route-handle.ts'
import { signInWithSession } from '../../session/sign-in.ts'
import { Alert } from '../../ui/alert.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { FullScreenSpinner } from '../../ui/spinner.tsx'
import type { Route } from './+types/signed-in'
import { loginPath, verificationState } from './login-address.ts'

export const handle = { access: 'private' } satisfies RouteHandle

export const meta = metaWithTitle('Signed in')

/** Only for a browser that has an identity session. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const session = await context.get(visitorContext).callApi(identityPaths.session)
  if (session.ok && (await session.json()) === null)
    throw redirect(loginPath(new URL(request.url).searchParams, {}))
  return null
}

/** The page after a login that was posted without scripts. With scripts, it continues like any other. */
export default function SignedIn() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const [error, setError] = useState('')

  useEffect(() => {
    signInWithSession().then(
      // The login page knows where signed-in users go.
      () => navigate(loginPath(search, {}), { replace: true }),
      (problem: unknown) => setError(problemText(problem)),
    )
  }, [search, navigate])

  return (
    <AuthFrame
      title="You are signed in."
      lead={
        <>
          <span className="hidden noscript:inline">
            Ordering and your account need JavaScript; parts can be browsed without.
          </span>
          <span className="noscript:hidden">
            {error === ''
              ? 'The page that you came from opens in a moment.'
              : 'But your account could not be opened.'}
          </span>
        </>
      }
    >
      {verificationState(search) && <Alert tone="ok" title="Your email address is verified." />}
      {error === '' && <FullScreenSpinner label="Signing in" />}
      <FormError>{error}</FormError>
      <div className="flex flex-wrap gap-3">
        <LinkButton variant="primary" to={paths.parts}>
          Browse parts
        </LinkButton>
        <LinkButton to={paths.login}>Log in again</LinkButton>
      </div>
    </AuthFrame>
  )
}
