import { countMessages, listMessages, markMessage } from '#contract/contact.ts'
import { ListMessagesQuery, type Message } from '#domain/contact/contact-message.ts'
import { api, problemText } from '../../api-client/api-client.ts'
import { AdminList, ListFilter } from '../../components/list/admin-list.tsx'
import { listLoader, ListPage } from '../../components/list/list-page.tsx'
import { fetchListRows, type ListPages, readListView } from '../../components/list/list-pages.ts'
import { useAdminList } from '../../components/list/use-admin-list.ts'
import { errorBoundary } from '../../layout/load-problem.tsx'
import { metaWithTitle } from '../../layout/public-meta.ts'
import type { RouteHandle } from '../../route-handle.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { Route } from './+types/inbox'
import { messageColumns, messageCsv } from './message-columns.tsx'

const TITLE = 'Inbox'

export const handle = { wide: true } satisfies RouteHandle

export const meta = metaWithTitle(TITLE)

const PAGES: ListPages = { step: 25, max: 2000 }

const { status } = ListMessagesQuery.shape
const readView = (query: URLSearchParams) => readListView(query, PAGES, { status })

async function loadMessages({ shown, ...query }: ReturnType<typeof readView>) {
  const [messages, counts] = await Promise.all([
    fetchListRows<Message>({ shown }, (page) => api(listMessages, { query: { ...page, ...query } })),
    api(countMessages),
  ])
  return { messages, counts }
}

export const clientLoader = listLoader((query) => loadMessages(readView(query)))

export const ErrorBoundary = errorBoundary(TITLE)

export default function Inbox({ loaderData }: Route.ComponentProps) {
  return (
    <ListPage
      title={TITLE}
      lead="Messages of the contact form. Those that are done are deleted after 180 days."
      list={loaderData.list}
      loading="Loading messages"
    >
      {(loaded) => <MessageList {...loaded} />}
    </ListPage>
  )
}

function MessageList({ messages, counts }: Awaited<ReturnType<typeof loadMessages>>) {
  const { rows, view, act, list } = useAdminList(messages, readView, ({ doneAt }) => doneAt !== undefined)

  const mark = (message: Message, done: boolean): void =>
    void act({
      row: message,
      patch: { doneAt: done ? new Date().toISOString() : undefined },
      call: () => api(markMessage, { params: { id: message._id }, body: { done } }),
      done: `The message from ${message.name} is ${done ? 'done' : 'open again'}`,
      undo: () => mark(message, !done),
      failed: (error) =>
        `The message from ${message.name} is still ${done ? 'open' : 'done'}. ${problemText(error)}`,
    })

  return (
    <AdminList
      nouns={['message', 'messages']}
      placeholder="Name, email, order number, words"
      list={list}
      filters={
        <ListFilter
          name="status"
          label="Filter messages by status"
          value={view.status}
          tabs={[
            { key: 'open', label: 'Open', count: counts.open },
            { key: 'done', label: 'Done', count: counts.done },
          ]}
        />
      }
      rows={rows}
      columns={messageColumns((message) => mark(message, message.doneAt === undefined))}
      csv={messageCsv}
      noMatch={{
        title: 'No messages found',
        text: 'Search for part of a name, an email address, an order number or some words.',
        showAll: 'Show open messages',
      }}
      none={<EmptyState title="No open messages" text="What visitors write to you shows up here." />}
      pager={{ pages: PAGES, loaded: messages.length, first: 'The newest' }}
    />
  )
}
