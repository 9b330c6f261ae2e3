import { useRevalidator } from 'react-router'
import { problemText } from '../api-client.ts'
import { Alert } from '../ui/alert.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { PageHeading } from './page-heading.tsx'

/**
 * The error boundary of one dashboard screen: what happened, and a button that loads it again. Everything around it stays.
 * `back`: where else to go, when trying again may not help.
 */
export function LoadProblem({
  title,
  error,
  back,
}: {
  title: string
  error: unknown
  back?: { to: string; label: string }
}) {
  const { revalidate, state } = useRevalidator()
  return (
    <>
      <PageHeading title={title} />
      <Alert tone="danger" title="This could not be loaded">
        <p>{problemText(error)}</p>
        <div className="mt-4 flex flex-wrap gap-3">
          <Button busy={state === 'loading'} onClick={() => void revalidate()}>
            Try again
          </Button>
          {back && (
            <LinkButton variant="ghost" to={back.to}>
              {back.label}
            </LinkButton>
          )}
        </div>
      </Alert>
    </>
  )
}
