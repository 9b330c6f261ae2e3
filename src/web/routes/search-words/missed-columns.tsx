import type { MissedSearch } from '#domain/search/missed-search.ts'
import { formatCount } from '#domain/shared/format-count.ts'
import { buttonsColumn } from '../../components/list/buttons-column.tsx'
import type { CsvColumn } from '../../components/list/csv.ts'
import { formatLocalDay } from '../../components/order-card/order-dates.ts'
import type { Column } from '../../ui/table.tsx'

/** `onIgnore` removes words from the list, or puts them back. */
export function missedColumns({
  ignored,
  onAdd,
  onIgnore,
}: {
  ignored: boolean
  onAdd: (row: MissedSearch) => void
  onIgnore: (row: MissedSearch) => void
}): readonly Column<MissedSearch>[] {
  const ignore = ignored ? 'Put back' : 'Ignore'
  return [
    {
      key: 'words',
      heading: 'Searched for',
      title: true,
      cell: ({ words }) => <span className="wrap-anywhere">{words}</span>,
    },
    {
      key: 'searches',
      heading: 'Searches',
      numeric: true,
      cell: ({ searches }) => formatCount(searches),
    },
    {
      key: 'lastDay',
      short: true,
      heading: 'Last',
      className: 'text-sm whitespace-nowrap',
      cell: ({ lastDay }) => <time dateTime={lastDay}>{formatLocalDay(`${lastDay}T12:00:00Z`)}</time>,
    },
    buttonsColumn((row) => [
      { label: 'Add synonym', name: `Add synonym for ${row.words}`, onPress: () => onAdd(row) },
      { label: ignore, name: `${ignore} ${row.words}`, variant: 'ghost', onPress: () => onIgnore(row) },
    ]),
  ]
}

export const missedCsv: readonly CsvColumn<MissedSearch>[] = [
  { heading: 'Searched for', value: ({ words }) => words },
  { heading: 'Searches', value: ({ searches }) => searches },
  { heading: 'Last', value: ({ lastDay }) => lastDay },
]
