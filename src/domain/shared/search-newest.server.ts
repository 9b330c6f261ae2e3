/** A common text is found among this many times the wanted rows. */
const RECENT = 20

/**
 * Rows that contain a text, newest first: scans the newest rows, which finds common words; if too few match, uses an index, which is
 * fast for rare ones.
 * @param limit rows wanted at most.
 * @param find `recent` scans that many of the newest rows, `byIndex` all.
 */
export async function searchNewest<Row>(
  limit: number,
  find: { recent: (rows: number) => Promise<Row[]>; byIndex: () => Promise<Row[]> },
): Promise<Row[]> {
  const recent = await find.recent(limit * RECENT)
  return recent.length === limit ? recent : find.byIndex()
}
