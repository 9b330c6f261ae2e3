import { type ReactNode, Suspense } from 'react'
import { Await, useAsyncError } from 'react-router'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { LoadAlert } from '../../layout/load-problem.tsx'

/**
 * A list from a client loader's promise: a skeleton while it loads, an error with a retry when it fails. A later search or
 * page shows the current rows until the next ones arrive. `label` is announced, such as "Loading orders".
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

/** Marks a rejection as handled: it may happen before the screen that shows it mounts. */
export function withHandledRejection<List>(list: Promise<List>): Promise<List> {
  list.catch(() => undefined)
  return list
}

function ListProblem() {
  return <LoadAlert error={useAsyncError()} />
}
