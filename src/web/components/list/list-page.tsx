import { type ComponentProps, type ReactNode, Suspense } from 'react'
import { Await, useAsyncError } from 'react-router'
import { adminLoader } from '../../api-client/protected-loader.ts'
import { LoadAlert } from '../../layout/load-problem.tsx'
import { PageHeading } from '../../layout/page-heading.tsx'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'

/**
 * The client loader of an admin list. Navigation does not wait for `load`, which receives the URL's query;
 * ListPage does.
 */
export function listLoader<List>(load: (query: URLSearchParams) => Promise<List>) {
  return adminLoader(async ({ request }) => {
    const list = load(new URL(request.url).searchParams)
    // It may fail before the screen that shows it mounts.
    list.catch(() => undefined)
    return { list }
  })
}

/**
 * The page of an admin list: the heading, then the list of a `listLoader`: a skeleton while it loads, an
 * error with a retry when it fails. A new search or page keeps the current rows until the next ones arrive.
 */
export function ListPage<List>({
  list,
  loading,
  nav,
  children,
  ...heading
}: Omit<ComponentProps<typeof PageHeading>, 'compact' | 'eyebrow'> & {
  list: Promise<List>
  /** The announcement while it loads, such as "Loading orders". */
  loading: string
  /** Links to related screens. */
  nav?: ReactNode
  children: (list: List) => ReactNode
}) {
  return (
    <>
      <PageHeading compact {...heading} />
      {nav}
      <Suspense fallback={<ListSkeleton label={loading} />}>
        <Await resolve={list} errorElement={<ListProblem />}>
          {children}
        </Await>
      </Suspense>
    </>
  )
}

function ListProblem() {
  return <LoadAlert error={useAsyncError()} />
}
