import { useState } from 'react'
import { ignoreMissedSearch, listMissedSearches } from '#contract/search-words.ts'
import { ListMissedSearchesQuery, type MissedSearch } from '#domain/search/missed-search.ts'
import { api, problemText } from '../../api-client/api-client.ts'
import { AdminList, ListFilter } from '../../components/list/admin-list.tsx'
import { listLoader, ListPage } from '../../components/list/list-page.tsx'
import { fetchListRows, type ListPages, readListView } from '../../components/list/list-pages.ts'
import { useAdminList } from '../../components/list/use-admin-list.ts'
import { errorBoundary } from '../../layout/load-problem.tsx'
import { metaWithTitle } from '../../layout/public-meta.ts'
import type { RouteHandle } from '../../route-handle.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { Route } from './+types/missed-searches'
import { missedColumns, missedCsv } from './missed-columns.tsx'
import { SearchWordsNav } from './search-words-nav.tsx'
import { type EditedSynonyms, SynonymsDialog } from './synonyms-dialog.tsx'

const TITLE = 'Searches Not Found'

export const handle = { wide: true } satisfies RouteHandle

export const meta = metaWithTitle(TITLE)

const PAGES: ListPages = { step: 50, max: 2000 }

const { status } = ListMissedSearchesQuery.shape
const readView = (query: URLSearchParams) => readListView(query, PAGES, { status })

export const clientLoader = listLoader((url) => {
  const { shown, ...query } = readView(url)
  return fetchListRows<MissedSearch>({ shown }, (page) =>
    api(listMissedSearches, { query: { ...page, ...query } }),
  )
})

export const ErrorBoundary = errorBoundary(TITLE)

export default function MissedSearches({ loaderData }: Route.ComponentProps) {
  return (
    <ListPage
      title={TITLE}
      lead="What customers searched for in the last 90 days and didn’t find. Only the words are stored."
      nav={<SearchWordsNav />}
      list={loaderData.list}
      loading="Loading searches"
    >
      {(loaded) => <MissedList loaded={loaded} />}
    </ListPage>
  )
}

function MissedList({ loaded }: { loaded: readonly MissedSearch[] }) {
  const { rows, view, act, list, reload } = useAdminList(loaded, readView)
  const [editedGroup, setEditedGroup] = useState<EditedSynonyms | null>(null)

  const setIgnored = (row: MissedSearch, ignored: boolean): void =>
    void act({
      row,
      patch: null,
      call: () => api(ignoreMissedSearch, { body: { words: row.words, ignored } }),
      done: ignored ? `${row.words} is ignored` : `${row.words} is back on the list`,
      undo: () => setIgnored(row, !ignored),
      failed: (error) => `${row.words} stays where it is. ${problemText(error)}`,
    })

  return (
    <>
      <AdminList
        nouns={['search', 'searches']}
        placeholder="A word"
        list={list}
        filters={
          <ListFilter
            name="status"
            label="Filter searches"
            value={view.status}
            tabs={[
              { key: 'open', label: 'Open' },
              { key: 'ignored', label: 'Ignored' },
            ]}
          />
        }
        rows={rows}
        columns={missedColumns({
          ignored: view.status === 'ignored',
          onAdd: ({ words }) => setEditedGroup({ _id: null, phrases: [words] }),
          onIgnore: (row) => setIgnored(row, view.status !== 'ignored'),
        })}
        csv={missedCsv}
        isNarrowed={view.q !== ''}
        noMatch={{
          title: 'No search matches',
          text: 'Search for part of a word.',
          showAll: 'Show all searches',
        }}
        none={
          view.status === 'ignored' ? (
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
        pager={{ pages: PAGES, loaded: loaded.length, first: 'The most frequent' }}
      />
      {editedGroup && (
        <SynonymsDialog group={editedGroup} onClose={() => setEditedGroup(null)} onSaved={reload} />
      )}
    </>
  )
}
