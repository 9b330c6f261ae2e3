import { useRevalidator } from 'react-router'
import { problemText } from '../api-client.ts'
import { Alert } from '../ui/alert.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { PageHeading } from './page-heading.tsx'

/** Where else to go, when trying again may not help. */
type WayBack = { to: string; label: string }

/** The error boundary of one dashboard screen: what happened, and a button that loads it again. Everything around it stays. */
export function LoadProblem({ title, error, back }: { title: string; error: unknown; back?: WayBack }) {
  return (
    <>
      <PageHeading title={title} />
      <LoadAlert error={error} {...(back && { back })} />
    </>
  )
}

/** Says why something could not be loaded, and loads the page's data again. */
export function LoadAlert({ error, back }: { error: unknown; back?: WayBack }) {
  const { revalidate, state } = useRevalidator()
  return (
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
  )
}
