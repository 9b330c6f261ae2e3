import { type ReactNode, Suspense } from 'react'
import { Await, useAsyncError } from 'react-router'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { LoadAlert } from '../../layout/load-problem.tsx'

/**
 * A list that its client loader promises: a skeleton until it is there, what went wrong with a way to try again if it fails.
 * A later search or page keeps the present rows until the new ones are there. `label` is announced, such as "Loading orders".
 */
export function LoadedList<List>({
  label,
  list,
  children,
}: {
  label: string
  list: Promise<List>
  children: (list: List) => ReactNode
}) {
  return (
    <Suspense fallback={<ListSkeleton label={label} />}>
      <Await resolve={list} errorElement={<ListProblem />}>
        {children}
      </Await>
    </Suspense>
  )
}

/** For the client loader: a failure before the screen is there is shown by it, and is no error that nobody handles. */
export function promised<List>(list: Promise<List>): Promise<List> {
  list.catch(() => undefined)
  return list
}

function ListProblem() {
  return <LoadAlert error={useAsyncError()} />
}
