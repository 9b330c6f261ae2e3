import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { addSynonyms, deleteSynonyms, listSynonyms } from '#contract/search.ts'
import type { Synonyms } from '#domain/search/synonym.ts'
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
import { toastError } from '../../ui/toast-store.ts'
import type { RouteHandle } from '../../route-handle.ts'
import type { Route } from './+types/synonyms'
import { SearchWordsHeading, TITLE } from './search-words-heading.tsx'
import { synonymColumns, synonymCsv, synonymsText } from './synonym-columns.tsx'
import { type EditedSynonyms, SynonymsDialog } from './synonyms-dialog.tsx'
import { readWordListView, PAGES, type WordListView } from './word-list.ts'

export const handle = { wide: true } satisfies RouteHandle

export const meta = titled(TITLE)

/** One extra row shows whether there are more. */
function loadSynonyms({ q, shown }: WordListView): Promise<readonly Synonyms[]> {
  return fetchAllPages((page) => api(listSynonyms, { query: { ...page, q } }), shown + 1)
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireAdmin(request)
  return { list: withHandledRejection(loadSynonyms(readWordListView(new URL(request.url).searchParams))) }
}
clientLoader.hydrate = true as const

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadProblem title={TITLE} error={error} />
}

export default function SynonymsScreen({ loaderData }: Route.ComponentProps) {
  const [edited, setEdited] = useState<EditedSynonyms | null>(null)
  const { revalidate } = useRevalidator()
  return (
    <>
      <SearchWordsHeading
        lead="What customers call a part, and what the catalog calls it."
        actions={
          <Button variant="primary" onClick={() => setEdited({ _id: null, phrases: [] })}>
            Add synonyms
          </Button>
        }
      />
      <LoadedList label="Loading synonyms" list={loaderData.list}>
        {(loaded) => <SynonymList loaded={loaded} onEdit={setEdited} />}
      </LoadedList>
      <SynonymsDialog group={edited} onClose={() => setEdited(null)} onSaved={() => void revalidate()} />
    </>
  )
}

const NOUNS = ['group', 'groups'] as const

function SynonymList({ loaded, onEdit }: { loaded: readonly Synonyms[]; onEdit: (row: Synonyms) => void }) {
  const { rows: all, act, list } = useListActions(loaded)
  const { query, change, show, pending } = useListUrlState()
  const view = readWordListView(query)
  const rows = all.slice(0, view.shown)
  const { revalidate } = useRevalidator()

  const restore = async ({ phrases }: Synonyms) => {
    try {
      await api(addSynonyms, { body: { phrases } })
    } catch (error) {
      toastError(`${synonymsText({ phrases })} is not back. ${problemText(error)}`, { about: 'synonyms' })
    }
    await revalidate()
  }
  const remove = async (row: Synonyms) => {
    await act(
      {
        row,
        patch: null,
        call: () => api(deleteSynonyms, { params: { id: row._id } }),
        done: 'Synonyms deleted',
        undo: () => void restore(row),
        failed: (error) => `${synonymsText(row)} was not deleted. ${problemText(error)}`,
      },
      rows,
    )
    void revalidate()
  }

  return (
    <AdminList
      nouns={NOUNS}
      placeholder="A word"
      q={view.q}
      onSearch={(q) => change({ q, shown: null }, { replace: true })}
      rows={rows}
      columns={synonymColumns({ onEdit, onDelete: (row) => void remove(row) })}
      list={list}
      pending={pending}
      csv={{ rows, columns: synonymCsv }}
      empty={
        view.q ? (
          <EmptyState title="No synonyms match" text="Search for part of a word.">
            <Button onClick={() => change({ q: null, shown: null })}>Show all synonyms</Button>
          </EmptyState>
        ) : (
          <EmptyState
            title="No synonyms"
            text="Searches find the words of parts only. Add the other words that customers use for them."
          />
        )
      }
    >
      <ShownCount
        nouns={NOUNS}
        first="The newest"
        rows={rows.length}
        shown={view.shown}
        loaded={loaded.length}
        pages={PAGES}
        onShow={show}
        pending={pending}
      />
    </AdminList>
  )
}
