import { MAX_PAGE_SIZE } from '#domain/shared/page-size.ts'

/**
 * Fetches a keyset-paginated list page by page until it has `wanted` rows or the list ends. Rethrows what
 * `readPage` throws.
 */
export async function fetchAllPages<Row extends { _id: string }>(
  readPage: (page: { limit: number; after?: string }) => Promise<readonly Row[]>,
  wanted = Number.POSITIVE_INFINITY,
): Promise<Row[]> {
  const rows: Row[] = []
  while (rows.length < wanted) {
    const limit = Math.min(MAX_PAGE_SIZE, wanted - rows.length)
    const last = rows.at(-1)
    const page = await readPage(last ? { limit, after: last._id } : { limit })
    rows.push(...page)
    if (page.length < limit) break
  }
  return rows
}
