import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { ignoreMissedSearch, listMissedSearches } from '#contract/search.ts'
import type { ListMissedSearchesQuery, MissedSearch } from '#domain/search/missed-search.ts'
import { api, problemText } from '../../api-client/api-client.ts'
import { fetchAllPages } from '../../api-client/fetch-all-pages.ts'
import { AdminList, ShownCount } from '../../components/admin-list/admin-list.tsx'
import { useListUrlState } from '../../components/admin-list/list-url-state.ts'
import { LoadedList, withHandledRejection } from '../../components/admin-list/loaded-list.tsx'
import { useListActions } from '../../components/admin-list/use-list-actions.ts'
import { LoadProblem } from '../../layout/load-problem.tsx'
import { titled } from '../../layout/public-meta.ts'
import { requireAdmin } from '../../session/require-session.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FilterTabs } from '../../ui/filter-tabs.tsx'
import type { RouteHandle } from '../../route-handle.ts'
import type { Route } from './+types/missed-searches'
import { missedColumns, missedCsv } from './missed-columns.tsx'
import { SearchWordsHeading, TITLE } from './search-words-heading.tsx'
import { type EditedSynonyms, SynonymsDialog } from './synonyms-dialog.tsx'
import { readStatus, readWordListView, PAGES } from './word-list.ts'

export const handle = { wide: true } satisfies RouteHandle

export const meta = titled(TITLE)

/** One extra row shows whether there are more. */
function loadMissed(query: URLSearchParams): Promise<readonly MissedSearch[]> {
  const { q, shown } = readWordListView(query)
  const status = readStatus(query)
  return fetchAllPages((page) => api(listMissedSearches, { query: { ...page, q, status } }), shown + 1)
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireAdmin(request)
  return { list: withHandledRejection(loadMissed(new URL(request.url).searchParams)) }
}
clientLoader.hydrate = true as const

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadProblem title={TITLE} error={error} />
}

export default function MissedSearches({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <SearchWordsHeading lead="What customers searched for in the last 90 days and didn’t find. Only the words are stored." />
      <LoadedList label="Loading searches" list={loaderData.list}>
        {(loaded) => <MissedList loaded={loaded} />}
      </LoadedList>
    </>
  )
}

const NOUNS = ['search', 'searches'] as const

function MissedList({ loaded }: { loaded: readonly MissedSearch[] }) {
  const { rows: all, act, list } = useListActions(loaded)
  const { query, change, show, pending } = useListUrlState()
  const view = readWordListView(query)
  const status = readStatus(query)
  const rows = all.slice(0, view.shown)
  const { revalidate } = useRevalidator()
  const [edited, setEdited] = useState<EditedSynonyms | null>(null)

  const ignore = async (row: MissedSearch, ignored: boolean) => {
    await act(
      {
        row,
        patch: null,
        call: () => api(ignoreMissedSearch, { body: { words: row.words, ignored } }),
        done: ignored ? `${row.words} is ignored` : `${row.words} is back on the list`,
        undo: () => void ignore(row, !ignored),
        failed: (error) => `${row.words} stays where it is. ${problemText(error)}`,
      },
      rows,
    )
    void revalidate()
  }

  return (
    <>
      <AdminList
        nouns={NOUNS}
        placeholder="A word"
        q={view.q}
        onSearch={(q) => change({ q, shown: null }, { replace: true })}
        filters={
          <FilterTabs<ListMissedSearchesQuery['status']>
            label="Filter searches"
            value={status}
            onChange={(next) => change({ status: next === 'open' ? null : next, shown: null })}
            tabs={[
              { key: 'open', label: 'Open' },
              { key: 'ignored', label: 'Ignored' },
            ]}
          />
        }
        rows={rows}
        columns={missedColumns({
          ignored: status === 'ignored',
          onAdd: ({ words }) => setEdited({ _id: null, phrases: [words] }),
          onIgnore: (row) => void ignore(row, status === 'open'),
        })}
        list={list}
        pending={pending}
        csv={{ rows, columns: missedCsv }}
        empty={
          view.q ? (
            <EmptyState title="No search matches" text="Search for part of a word.">
              <Button onClick={() => change({ q: null, shown: null })}>Show all searches</Button>
            </EmptyState>
          ) : status === 'ignored' ? (
            <EmptyState
              title="Nothing is ignored"
              text="Ignore searches for what you don’t sell: they’re listed here."
            />
          ) : (
            <EmptyState
              title="Everything was found"
              text="Searches without a result show up here within a minute."
            />
          )
        }
      >
        <ShownCount
          nouns={NOUNS}
          first="The most frequent"
          rows={rows.length}
          shown={view.shown}
          loaded={loaded.length}
          pages={PAGES}
          onShow={show}
          pending={pending}
        />
      </AdminList>
      <SynonymsDialog group={edited} onClose={() => setEdited(null)} onSaved={() => void revalidate()} />
    </>
  )
}
