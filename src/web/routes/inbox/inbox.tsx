import { countMessages, listMessages, markMessage } from '#contract/contact.ts'
import type { Message } from '#domain/contact/contact-message.ts'
import { api, problemText } from '../../api-client/api-client.ts'
import { AdminList, ListFilter } from '../../components/admin-list/admin-list.tsx'
import { listLoader, ListPage } from '../../components/admin-list/list-page.tsx'
import { fetchListRows } from '../../components/admin-list/list-pages.ts'
import { useAdminList } from '../../components/admin-list/use-admin-list.ts'
import { errorBoundary } from '../../layout/load-problem.tsx'
import { metaWithTitle } from '../../layout/public-meta.ts'
import type { RouteHandle } from '../../route-handle.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { Route } from './+types/inbox'
import { messageColumns, messageCsv } from './message-columns.tsx'
import { type LoadedMessages, messagesInView, PAGES, readMessageListView } from './message-list.ts'

const TITLE = 'Inbox'

export const handle = { wide: true } satisfies RouteHandle

export const meta = metaWithTitle(TITLE)

export const clientLoader = listLoader(async (query): Promise<LoadedMessages> => {
  const { q, status, shown } = readMessageListView(query)
  const [messages, counts] = await Promise.all([
    fetchListRows<Message>({ shown }, (page) => api(listMessages, { query: { ...page, q, status } })),
    api(countMessages),
  ])
  return { messages, counts }
})

export const ErrorBoundary = errorBoundary(TITLE)

export default function Inbox({ loaderData }: Route.ComponentProps) {
  return (
    <ListPage
      title={TITLE}
      lead="Messages of the contact form. Those that are done are deleted after 180 days."
      list={loaderData.list}
      loading="Loading messages"
    >
      {(loaded) => <MessageList loaded={loaded} />}
    </ListPage>
  )
}

function MessageList({ loaded }: { loaded: LoadedMessages }) {
  const { rows, counts, view, act, list } = useAdminList(
    loaded.messages,
    readMessageListView,
    (messages, view) => messagesInView(loaded, messages, view),
  )

  const mark = (message: Message, done: boolean): void =>
    void act({
      row: message,
      patch: { doneAt: done ? new Date().toISOString() : undefined },
      leaves: true,
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
      pager={{ pages: PAGES, loaded: loaded.messages.length, first: 'The newest' }}
    />
  )
}
