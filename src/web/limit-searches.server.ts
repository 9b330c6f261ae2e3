import { data, type RouterContextProvider } from 'react-router'
import { countSearch } from '#domain/search/client-searches.server.ts'
import { shopFrom, visitorContext } from './page-context.ts'

/**
 * Counts a page that searches; call it before its first search.
 * @throws a 429 whose data is the message for the visitor.
 */
export async function limitSearches(
  context: Readonly<RouterContextProvider>,
  kind: Parameters<typeof countSearch>[2],
): Promise<void> {
  const counted = await countSearch(shopFrom(context), context.get(visitorContext).address, kind)
  if (counted.ok) return
  const { detail, retryAfter } = counted.refusal
  throw data(detail, { status: 429, headers: { 'Retry-After': String(retryAfter) } })
}

/** The `headers` of routes that search: Retry-After of a refusal. */
export function limitHeaders({ errorHeaders }: { errorHeaders: Headers | undefined }): Headers {
  return errorHeaders ?? new Headers()
}
