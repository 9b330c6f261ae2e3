/** Rows read at once. */
const BATCH_SIZE = 500

/**
 * Rows in the order of their key, with one batch in memory; between batches no connection is held.
 * @param range.skip rows to skip first.
 * @param range.limit rows to read after them.
 * @param read reads at most `size` rows after `last`, the last row already read; at first there is none, and
 * `offset` rows are skipped.
 */
export async function* readInBatches<Row>(
  { skip, limit }: { skip: number; limit: number },
  read: (last: Row | undefined, page: { size: number; offset: number }) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[], void, undefined> {
  let last: Row | undefined
  let left = limit
  while (left > 0) {
    const size = Math.min(BATCH_SIZE, left)
    const rows = await read(last, { size, offset: last === undefined ? skip : 0 })
    if (rows.length > 0) yield rows
    if (rows.length < size) return
    last = rows.at(-1)
    left -= rows.length
  }
}
