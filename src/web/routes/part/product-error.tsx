import type { ComponentProps } from 'react'
import { isRouteErrorResponse } from 'react-router'
import { LoadProblem } from '../../layout/load-problem.tsx'
import { Page } from '../../layout/page.tsx'
import { NotFoundPage } from '../not-found/not-found-page.tsx'

/** The error of a part's page: a 404 page for an unknown part; for others, why it could not be loaded. */
export function ProductError(problem: ComponentProps<typeof LoadProblem>) {
  if (isRouteErrorResponse(problem.error) && problem.error.status === 404)
    return (
      <NotFoundPage
        title="No such part"
        text="There’s no part at this address. It may be mistyped, or we no longer sell the part. Search by name or part number."
      />
    )
  return (
    <Page className="min-h-dvh">
      <LoadProblem {...problem} />
    </Page>
  )
}
