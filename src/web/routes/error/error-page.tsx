import { isRouteErrorResponse, useLocation } from 'react-router'
import * as paths from '#paths.ts'
import { ApiProblem, isNetworkError, isRetryable } from '../../api-problem.ts'
import { useStore } from '../../layout/use-settings.ts'
import { LinkButton } from '../../ui/button.tsx'

/** The page of an error that no other boundary handles: what happened and what to do. Never shows a stack. */
export function ErrorPage({ error }: { error: unknown }) {
  const { pathname, search } = useLocation()
  const { name } = useStore()
  const problem = error instanceof ApiProblem ? error : null
  const refusal = isRouteErrorResponse(error) && error.status === 429 ? String(error.data) : undefined
  return (
    <div className="page-column flex grow flex-col justify-center py-16">
      <title>{`Something went wrong · ${name}`}</title>
      <p className="eyebrow">Out of order</p>
      <h1 className="mt-3 text-5xl">This page could not be shown</h1>
      <p className="mt-4 max-w-prose text-lg text-ink-soft" role="alert">
        {problem?.message ??
          refusal ??
          (isNetworkError(error)
            ? 'We can’t reach the store. Nothing you ordered or typed elsewhere is lost. Check your connection and try again.'
            : 'Something went wrong on our side. Nothing you ordered or typed elsewhere is lost. Please try again in a moment.')}
      </p>
      {problem?.requestId && (
        <p className="mt-3 text-sm text-ink-soft">
          If you write to us, mention this number: <span className="font-mono">{problem.requestId}</span>
        </p>
      )}
      <div className="mt-6 flex flex-wrap gap-3">
        {problem?.status === 401 ? (
          <LinkButton variant="primary" to={paths.login}>
            Log in again
          </LinkButton>
        ) : (
          isRetryable(error) && (
            // A link, so that it works without JavaScript.
            <LinkButton variant="primary" to={{ pathname, search }} reloadDocument>
              Try again
            </LinkButton>
          )
        )}
        <LinkButton to={paths.home}>Go to the home page</LinkButton>
      </div>
    </div>
  )
}
