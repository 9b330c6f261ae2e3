import { z } from 'zod'
import type { Call } from '#contract/call.ts'

type Page = { limit: number }

/** Whether a call's response is a plain list that is read page by page. */
export function isPaged({ query, response }: Call): boolean {
  return response instanceof z.ZodArray && query instanceof z.ZodObject && 'limit' in query.shape
}

/** The query for one row more than requested, which shows whether the list goes on. */
export function withOneMore(query: unknown): Page {
  const page = query as Page
  return { ...page, limit: page.limit + 1 }
}

/**
 * The requested page of a list that was read with one more row, and its `Link` to the next page (RFC 8288),
 * if there is one.
 * @param query as parsed. `sent`: as text. `url`: of the call, without the query.
 */
export function cutPage(
  list: object,
  { query, sent, url }: { query: unknown; sent: Record<string, string>; url: string },
): { value: object; links: Record<string, string> } {
  const rows = list as readonly { _id: string }[]
  const page = query as Page
  const value = rows.slice(0, page.limit)
  const last = value.at(-1)
  if (!last || rows.length === value.length) return { value, links: {} }
  const known = Object.fromEntries(Object.entries(sent).filter(([name]) => name in page))
  const next = new URLSearchParams({ ...known, after: last._id })
  return { value, links: { Link: `<${url}?${next}>; rel="next"` } }
}
