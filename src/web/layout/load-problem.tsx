import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { isRetryable, problemText } from '../api-problem.ts'
import { Alert } from '../ui/alert.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { PageHeading } from './page-heading.tsx'
import { focusHeading } from './route-change-effects.ts'

/** A fallback link for when a retry does not help. */
type WayBack = { to: string; label: string }

/** The error boundary of one dashboard screen: the error and a retry. The layout around it remains. */
export function LoadProblem({
  title,
  error,
  back,
}: {
  title: string
  error: unknown
  back?: WayBack | undefined
}) {
  return (
    <>
      <PageHeading title={title} />
      <LoadAlert error={error} back={back} />
    </>
  )
}

/** The `ErrorBoundary` of a dashboard screen. */
export function errorBoundary(title: string, back?: WayBack) {
  return function ErrorBoundary({ error }: { error: unknown }) {
    return <LoadProblem title={title} error={error} back={back} />
  }
}

/** Shows why loading failed, with a retry when that may help. */
export function LoadAlert({ error, back }: { error: unknown; back?: WayBack | undefined }) {
  const { revalidate, state } = useRevalidator()
  const again = isRetryable(error)
  // The button disappears once loading succeeds.
  useEffect(
    () => () => {
      if (document.activeElement === document.body) focusHeading()
    },
    [],
  )
  return (
    <Alert tone="danger" title={again ? 'This could not be loaded' : 'This cannot be shown'}>
      <p>{problemText(error)}</p>
      <div className="mt-4 flex flex-wrap gap-3 empty:hidden">
        {again && (
          <Button busy={state === 'loading'} onClick={() => void revalidate()}>
            Try again
          </Button>
        )}
        {back && (
          <LinkButton variant={again ? 'ghost' : 'quiet'} to={back.to}>
            {back.label}
          </LinkButton>
        )}
      </div>
    </Alert>
  )
}
