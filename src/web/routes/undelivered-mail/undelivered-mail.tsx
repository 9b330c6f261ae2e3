import { useRevalidator } from 'react-router'
import { dismissDeadLetter, listDeadLetters, sendDeadLetterAgain } from '#contract/mails.ts'
import type { DeadLetter } from '#domain/mails/dead-letter.ts'
import { api, problemText } from '../../api-client/api-client.ts'
import { fetchAllPages } from '../../api-client/fetch-all-pages.ts'
import { AdminList, ShownCount } from '../../components/admin-list/admin-list.tsx'
import { type ListPages, readShown } from '../../components/admin-list/list-pages.ts'
import { useListUrlState } from '../../components/admin-list/list-url-state.ts'
import { LoadedList, withHandledRejection } from '../../components/admin-list/loaded-list.tsx'
import { useListActions } from '../../components/admin-list/use-list-actions.ts'
import { LoadProblem } from '../../layout/load-problem.tsx'
import { PageHeading } from '../../layout/page-heading.tsx'
import { titled } from '../../layout/public-meta.ts'
import { requireAdmin } from '../../session/require-session.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { Route } from './+types/undelivered-mail'
import { letterColumns, letterCsv, letterText } from './letter-columns.tsx'

const TITLE = 'Undelivered Mail'
/** Rows at first and in the end. */
const PAGES: ListPages = { step: 50, most: 2000 }

export const meta = titled(TITLE)

/** The view in the URL; unknown values are ignored. */
function readView(query: URLSearchParams): { q: string; shown: number } {
  return {
    q: query.get('q')?.trim().slice(0, 100) ?? '',
    shown: readShown(query, PAGES),
  }
}

/** One extra row shows whether there are more. */
function loadLetters(query: URLSearchParams): Promise<readonly DeadLetter[]> {
  const { q, shown } = readView(query)
  return fetchAllPages((page) => api(listDeadLetters, { query: { ...page, q } }), shown + 1)
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireAdmin(request)
  return { list: withHandledRejection(loadLetters(new URL(request.url).searchParams)) }
}
clientLoader.hydrate = true as const

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadProblem title={TITLE} error={error} />
}

export default function UndeliveredMail({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHeading
        title={TITLE}
        compact
        lead="Mail that the mail server refused, or could not take for half a day. Fix the cause, then send it again. Stored for 30 days."
      />
      <LoadedList label="Loading undelivered mail" list={loaderData.list}>
        {(loaded) => <LetterList loaded={loaded} />}
      </LoadedList>
    </>
  )
}

const NOUNS = ['mail', 'mails'] as const

function LetterList({ loaded }: { loaded: readonly DeadLetter[] }) {
  const { rows: all, act, list } = useListActions(loaded)
  const { query, change, show, pending } = useListUrlState()
  const view = readView(query)
  const rows = all.slice(0, view.shown)
  const { revalidate } = useRevalidator()

  const sendAgain = async (row: DeadLetter) => {
    await act(
      {
        row,
        patch: null,
        call: () => api(sendDeadLetterAgain, { params: { id: row._id } }),
        done: `${letterText(row)} is on its way again`,
        failed: (error) => `${letterText(row)} was not sent. ${problemText(error)}`,
      },
      rows,
    )
    void revalidate()
  }
  const dismiss = async (row: DeadLetter) => {
    await act(
      {
        row,
        patch: null,
        call: () => api(dismissDeadLetter, { params: { id: row._id } }),
        done: `${letterText(row)} was dismissed`,
        failed: (error) => `${letterText(row)} was not dismissed. ${problemText(error)}`,
      },
      rows,
    )
    void revalidate()
  }

  return (
    <AdminList
      nouns={NOUNS}
      placeholder="Recipient or subject"
      q={view.q}
      onSearch={(q) => change({ q, shown: null }, { replace: true })}
      rows={rows}
      columns={letterColumns({
        onSendAgain: (row) => void sendAgain(row),
        onDismiss: (row) => void dismiss(row),
      })}
      list={list}
      pending={pending}
      csv={{ rows, columns: letterCsv }}
      empty={
        view.q ? (
          <EmptyState title="No mail matches" text="Search for part of an email address or of a subject.">
            <Button onClick={() => change({ q: null, shown: null })}>Show all undelivered mail</Button>
          </EmptyState>
        ) : (
          <EmptyState
            title="All mail was delivered"
            text="Mail that cannot be delivered is listed here, with the reason that the mail server gave."
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
