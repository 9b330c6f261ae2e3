import { z } from 'zod'
import { RETURN_STATES } from '#domain/returns/return.ts'
import { type ListPages, readListView } from '../../components/list/list-pages.ts'

export const PAGES: ListPages = { step: 25, max: 2000 }

const state = z.enum([...RETURN_STATES, 'all'])

/** The view in the URL. Without `state`: what waits to be decided or to arrive. */
export function readReturnListView(query: URLSearchParams) {
  return readListView(query, PAGES, { state })
}
export type ReturnListView = ReturnType<typeof readReturnListView>

/** Whether the text is the whole number of a return, as a scanned slip has it: "RT-1001". */
export function isReturnNumber(text: string): boolean {
  return /^rt[- ]?\d{4,}$/i.test(text)
}
