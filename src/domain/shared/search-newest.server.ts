/** What is found often is found among so many times as many rows as are wanted. */
const RECENT = 20

/**
 * Rows that a text is found in, newest first: among the newest, where common words are found; if those are too few, by an index, which is
 * quick for rare ones.
 * @param limit rows wanted at most.
 * @param find `recent` looks at so many of the newest rows, `byIndex` at all.
 */
export async function searchNewest<Row>(
  limit: number,
  find: { recent: (rows: number) => Promise<Row[]>; byIndex: () => Promise<Row[]> },
): Promise<Row[]> {
  const recent = await find.recent(limit * RECENT)
  return recent.length === limit ? recent : find.byIndex()
}
