import { replace } from 'react-router'
import { listReturns } from '#contract/returns.ts'
import type { ListedReturn } from '#domain/returns/return.ts'
import * as paths from '#paths.ts'
import { api } from '../../api-client/api-client.ts'
import { adminLoader } from '../../api-client/protected-loader.ts'
import { AdminList, ListFilter } from '../../components/list/admin-list.tsx'
import { ListPage } from '../../components/list/list-page.tsx'
import { fetchListRows } from '../../components/list/list-pages.ts'
import { useAdminList } from '../../components/list/use-admin-list.ts'
import { RETURN_STATE_LABELS } from '../../components/returns/return-state.tsx'
import { errorBoundary } from '../../layout/load-problem.tsx'
import { metaWithTitle } from '../../layout/public-meta.ts'
import type { RouteHandle } from '../../route-handle.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { Route } from './+types/returns'
import { returnColumns, returnCsv } from './return-columns.tsx'
import { isReturnNumber, PAGES, readReturnListView, type ReturnListView } from './return-list.ts'

const TITLE = 'Returns'

export const handle = { wide: true } satisfies RouteHandle

export const meta = metaWithTitle(TITLE)

/** Those of this view, newest first; of what is to do, first those that wait for a decision. */
async function loadReturns({ q, state, shown }: ReturnListView): Promise<ListedReturn[]> {
  const states = state === 'all' ? [undefined] : state ? [state] : (['requested', 'approved'] as const)
  const lists = await Promise.all(
    states.map((one) =>
      fetchListRows<ListedReturn>({ shown }, (page) =>
        api(listReturns, { query: { ...page, q, state: one } }),
      ),
    ),
  )
  return lists.flat()
}

export const clientLoader = adminLoader(async ({ request }: Route.ClientLoaderArgs) => {
  const view = readReturnListView(new URL(request.url).searchParams)
  // A scanned slip opens its return, in whatever state it is.
  if (isReturnNumber(view.q)) {
    const [only, ...others] = await api(listReturns, { query: { q: view.q, limit: 2 } })
    if (only && others.length === 0) throw replace(paths.returnDetails(only._id))
  }
  const list = loadReturns(view)
  // It may fail before the screen that shows it mounts.
  list.catch(() => undefined)
  return { list }
})

export const ErrorBoundary = errorBoundary(TITLE)

/** What customers send back: what waits for a decision or its parcel, and all others. */
export default function Returns({ loaderData }: Route.ComponentProps) {
  return (
    <ListPage
      title={TITLE}
      lead="Scan a slip into the search, or type its number: it opens the return."
      actions={<LinkButton to={paths.fitmentFlags}>Did not fit</LinkButton>}
      list={loaderData.list}
      loading="Loading returns"
    >
      {(loaded) => <ReturnList loaded={loaded} />}
    </ListPage>
  )
}

function ReturnList({ loaded }: { loaded: readonly ListedReturn[] }) {
  const { rows, view, list } = useAdminList(loaded, readReturnListView)
  return (
    <AdminList
      nouns={['return', 'returns']}
      placeholder="RT or order number, customer"
      list={list}
      filters={
        <ListFilter
          name="state"
          label="Filter returns by state"
          value={view.state}
          tabs={[
            { key: 'open', label: 'To do' },
            { key: 'requested', label: RETURN_STATE_LABELS.requested },
            { key: 'approved', label: RETURN_STATE_LABELS.approved },
            { key: 'received', label: RETURN_STATE_LABELS.received },
            { key: 'all', label: 'All' },
          ]}
        />
      }
      rows={rows}
      columns={returnColumns}
      csv={returnCsv}
      noMatch={{
        title: 'No returns found',
        text: 'Search for the number of a return or an order, or a customer’s name or email, or choose All.',
        showAll: 'Show what is to do',
      }}
      none={<EmptyState title="No returns to do" text="What customers send back shows up here." />}
      pager={{ pages: PAGES, loaded: loaded.length }}
    />
  )
}
