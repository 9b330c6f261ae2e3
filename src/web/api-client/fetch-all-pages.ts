/** The most rows that one call answers. Source: contract, "Lists are bounded (max 500)". */
const MAX_PER_CALL = 500

/**
 * Reads a keyset-paged list of the API, page after page, until `wanted` rows are there or the list ends.
 * `readPage` makes the call; what it throws is passed on.
 */
export async function fetchAllPages<Row extends { _id: string }>(
  readPage: (page: { limit: number; after?: string }) => Promise<readonly Row[]>,
  wanted = Number.POSITIVE_INFINITY,
): Promise<Row[]> {
  const rows: Row[] = []
  while (rows.length < wanted) {
    const limit = Math.min(MAX_PER_CALL, wanted - rows.length)
    const last = rows.at(-1)
    // Each page starts where the one before ended.
    // oxlint-disable-next-line no-await-in-loop
    const page = await readPage(last ? { limit, after: last._id } : { limit })
    rows.push(...page)
    if (page.length < limit) break
  }
  return rows
}
