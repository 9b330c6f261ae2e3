import type { MissedSearch } from '#domain/search/missed-search.ts'
import { formatCount } from '#domain/shared/format-count.ts'
import type { CsvColumn } from '../../components/admin-list/csv.ts'
import { formatDay } from '../../components/order-card/order-dates.ts'
import { Button } from '../../ui/button.tsx'
import { actionsColumn, type Column } from '../../ui/table.tsx'

/** `onIgnore` removes words from the list, or puts them back. */
export function missedColumns(on: {
  ignored: boolean
  onAdd: (row: MissedSearch) => void
  onIgnore: (row: MissedSearch) => void
}): readonly Column<MissedSearch>[] {
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
      cell: ({ lastDay }) => <time dateTime={lastDay}>{formatDay(`${lastDay}T12:00:00Z`)}</time>,
    },
    actionsColumn((row) => (
      <span className="flex flex-wrap gap-2 max-md:mt-1 md:justify-end">
        <Button
          size="sm"
          className="whitespace-nowrap"
          onClick={() => on.onAdd(row)}
          aria-label={`Add synonym for ${row.words}`}
        >
          Add synonym
        </Button>
        <Button
          size="sm"
          variant="ghost"
          className="whitespace-nowrap"
          onClick={() => on.onIgnore(row)}
          aria-label={`${on.ignored ? 'Put back' : 'Ignore'} ${row.words}`}
        >
          {on.ignored ? 'Put back' : 'Ignore'}
        </Button>
      </span>
    )),
  ]
}

export const missedCsv: readonly CsvColumn<MissedSearch>[] = [
  { heading: 'Searched for', value: ({ words }) => words },
  { heading: 'Searches', value: ({ searches }) => searches },
  { heading: 'Last', value: ({ lastDay }) => lastDay },
]
