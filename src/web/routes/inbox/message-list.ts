import type { Message } from '#domain/contact/contact-message.ts'
import { type ListPages, readListView, unchangedRows } from '../../components/admin-list/list-pages.ts'

export const PAGES: ListPages = { step: 25, max: 2000 }

/** The view in the URL: open messages unless it says `done`. `shown` counts rows. */
export function readMessageListView(query: URLSearchParams) {
  return {
    ...readListView(query, PAGES),
    status: query.get('status') === 'done' ? ('done' as const) : ('open' as const),
  }
}

export type LoadedMessages = {
  messages: readonly Message[]
  counts: { open: number; done: number }
}

/** The messages to show, without those whose status has just changed, and the counts that include this. */
export function messagesInView(
  loaded: LoadedMessages,
  messages: readonly Message[],
  { shown, status }: ReturnType<typeof readMessageListView>,
) {
  const listed = unchangedRows(loaded.messages, messages, ({ doneAt }) => doneAt !== undefined)
  const moved = messages.length - listed.length
  const sign = status === 'open' ? 1 : -1
  return {
    rows: listed.slice(0, shown),
    counts: { open: loaded.counts.open - sign * moved, done: loaded.counts.done + sign * moved },
  }
}
