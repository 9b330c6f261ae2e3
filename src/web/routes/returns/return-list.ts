import { RETURN_STATES } from '#domain/returns/return.ts'
import { type ListPages, readListView } from '../../components/admin-list/list-pages.ts'

export const PAGES: ListPages = { step: 25, max: 2000 }

/** The view in the URL; others are ignored. Without `state`: what waits to be decided or to arrive. */
export function readReturnListView(query: URLSearchParams) {
  const state = query.get('state')
  return {
    ...readListView(query, PAGES),
    state: [...RETURN_STATES, 'all' as const].find((one) => one === state),
  }
}
export type ReturnListView = ReturnType<typeof readReturnListView>

/** Whether the text is the whole number of a return, as a scanned slip has it: "RT-1001". */
export function isReturnNumber(text: string): boolean {
  return /^rt[- ]?\d{4,}$/i.test(text)
}
