import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { addSynonyms, deleteSynonyms, listSynonyms } from '#contract/search-words.ts'
import type { SynonymGroup } from '#domain/search/synonym.ts'
import { api, problemText } from '../../api-client/api-client.ts'
import { useMutation } from '../../api-client/use-mutation.ts'
import { AdminList } from '../../components/list/admin-list.tsx'
import { listLoader, ListPage } from '../../components/list/list-page.tsx'
import { fetchListRows, type ListPages, readListView } from '../../components/list/list-pages.ts'
import { useAdminList } from '../../components/list/use-admin-list.ts'
import { errorBoundary } from '../../layout/load-problem.tsx'
import { metaWithTitle } from '../../layout/public-meta.ts'
import type { RouteHandle } from '../../route-handle.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { Route } from './+types/synonyms'
import { SearchWordsNav } from './search-words-nav.tsx'
import { synonymColumns, synonymCsv, synonymsText } from './synonym-columns.tsx'
import { type EditedSynonyms, SynonymsDialog } from './synonyms-dialog.tsx'

const TITLE = 'Search Synonyms'

export const handle = { wide: true } satisfies RouteHandle

export const meta = metaWithTitle(TITLE)

const PAGES: ListPages = { step: 50, max: 2000 }

const readView = (query: URLSearchParams) => readListView(query, PAGES, {})

export const clientLoader = listLoader((query) => {
  const { q, shown } = readView(query)
  return fetchListRows<SynonymGroup>({ shown }, (page) => api(listSynonyms, { query: { ...page, q } }))
})

export const ErrorBoundary = errorBoundary(TITLE)

export default function SynonymsScreen({ loaderData }: Route.ComponentProps) {
  const [editedGroup, setEditedGroup] = useState<EditedSynonyms | null>(null)
  const { revalidate } = useRevalidator()
  return (
    <>
      <ListPage
        title={TITLE}
        lead="What customers call a part, and what the catalog calls it."
        actions={
          <Button variant="primary" onClick={() => setEditedGroup({ _id: null, phrases: [] })}>
            Add synonyms
          </Button>
        }
        nav={<SearchWordsNav />}
        list={loaderData.list}
        loading="Loading synonyms"
      >
        {(loaded) => <SynonymList loaded={loaded} onEdit={setEditedGroup} />}
      </ListPage>
      {editedGroup && (
        <SynonymsDialog
          group={editedGroup}
          onClose={() => setEditedGroup(null)}
          onSaved={() => void revalidate()}
        />
      )}
    </>
  )
}

function SynonymList({
  loaded,
  onEdit,
}: {
  loaded: readonly SynonymGroup[]
  onEdit: (row: SynonymGroup) => void
}) {
  const { rows, act, list, reload } = useAdminList(loaded, readView)

  const restoring = useMutation(addSynonyms, {
    about: 'synonyms',
    next: reload,
    failed(error, { body }) {
      reload()
      return `${synonymsText(body)} is not back. ${problemText(error)}`
    },
  })
  const remove = (row: SynonymGroup) =>
    void act({
      row,
      patch: null,
      call: () => api(deleteSynonyms, { params: { id: row._id } }),
      done: 'Synonyms deleted',
      undo: () => void restoring.send({ body: { phrases: row.phrases } }),
      failed: (error) => `${synonymsText(row)} was not deleted. ${problemText(error)}`,
    })

  return (
    <AdminList
      nouns={['group', 'groups']}
      placeholder="A word"
      list={list}
      rows={rows}
      columns={synonymColumns({ onEdit, onDelete: remove })}
      csv={synonymCsv}
      noMatch={{
        title: 'No synonyms match',
        text: 'Search for part of a word.',
        showAll: 'Show all synonyms',
      }}
      none={
        <EmptyState
          title="No synonyms"
          text="Searches match only the words that the catalog uses. Add the other words customers use."
        />
      }
      pager={{ pages: PAGES, loaded: loaded.length, first: 'The newest' }}
    />
  )
}
