import { dismissDeadLetter, listDeadLetters, sendDeadLetterAgain } from '#contract/mails.ts'
import type { DeadLetter } from '#domain/mails/dead-letter.ts'
import { api, problemText } from '../../api-client/api-client.ts'
import { AdminList } from '../../components/list/admin-list.tsx'
import { listLoader, ListPage } from '../../components/list/list-page.tsx'
import { fetchListRows, type ListPages, readListView } from '../../components/list/list-pages.ts'
import { useAdminList } from '../../components/list/use-admin-list.ts'
import { errorBoundary } from '../../layout/load-problem.tsx'
import { metaWithTitle } from '../../layout/public-meta.ts'
import type { RouteHandle } from '../../route-handle.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { Route } from './+types/undelivered-mail'
import { deadLetterColumns, deadLetterCsv, deadLetterText } from './dead-letter-columns.tsx'

const TITLE = 'Undelivered Mail'
const PAGES: ListPages = { step: 50, max: 2000 }

export const handle = { wide: true } satisfies RouteHandle

export const meta = metaWithTitle(TITLE)

const readView = (query: URLSearchParams) => readListView(query, PAGES, {})

export const clientLoader = listLoader((query) => {
  const { q, shown } = readView(query)
  return fetchListRows<DeadLetter>({ shown }, (page) => api(listDeadLetters, { query: { ...page, q } }))
})

export const ErrorBoundary = errorBoundary(TITLE)

export default function UndeliveredMail({ loaderData }: Route.ComponentProps) {
  return (
    <ListPage
      title={TITLE}
      lead="Mail that the mail server rejected, or couldn’t accept for half a day. Fix the cause, then send it again. Kept for 30 days."
      list={loaderData.list}
      loading="Loading undelivered mail"
    >
      {(loaded) => <LetterList loaded={loaded} />}
    </ListPage>
  )
}

function LetterList({ loaded }: { loaded: readonly DeadLetter[] }) {
  const { rows, act, list } = useAdminList(loaded, readView)

  /** The actions that remove an email from the list. */
  const change = (
    row: DeadLetter,
    call: typeof sendDeadLetterAgain | typeof dismissDeadLetter,
    done: string,
    notDone: string,
  ) =>
    void act({
      row,
      patch: null,
      call: () => api(call, { params: { id: row._id } }),
      done: `${deadLetterText(row)} ${done}`,
      failed: (error) => `${deadLetterText(row)} ${notDone}. ${problemText(error)}`,
    })

  return (
    <AdminList
      nouns={['email', 'emails']}
      placeholder="Recipient or subject"
      list={list}
      rows={rows}
      columns={deadLetterColumns({
        onSendAgain: (row) => change(row, sendDeadLetterAgain, 'is on its way again', 'was not sent'),
        onDismiss: (row) => change(row, dismissDeadLetter, 'was dismissed', 'was not dismissed'),
      })}
      csv={deadLetterCsv}
      noMatch={{
        title: 'No mail matches',
        text: 'Search for part of an email address or of a subject.',
        showAll: 'Show all undelivered mail',
      }}
      none={
        <EmptyState
          title="All mail was delivered"
          text="Mail that can’t be delivered is listed here, with the mail server’s reason."
        />
      }
      pager={{ pages: PAGES, loaded: loaded.length, first: 'The newest' }}
    />
  )
}
