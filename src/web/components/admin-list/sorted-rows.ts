import type { Sort } from '../../ui/table.tsx'

/** The sort key of each sortable column: numbers by size, text by letters and the numbers in it. */
export type SortKeys<Row> = Readonly<Record<string, (row: Row) => string | number>>

const byText = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** The rows in this order; unchanged without one. */
export function sortedRows<Row>(
  rows: readonly Row[],
  sort: Sort | undefined,
  keys: SortKeys<Row>,
): readonly Row[] {
  const keyOf = sort && keys[sort.key]
  if (!keyOf) return rows
  const direction = sort.direction === 'ascending' ? 1 : -1
  return rows.toSorted((one, other) => {
    const [a, b] = [keyOf(one), keyOf(other)]
    return direction * (typeof a === 'number' ? a - Number(b) : byText.compare(a, String(b)))
  })
}
