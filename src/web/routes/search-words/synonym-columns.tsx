import type { Synonyms } from '#domain/search/synonym.ts'
import type { CsvColumn } from '../../components/admin-list/csv.ts'
import { Button } from '../../ui/button.tsx'
import { actionsColumn, type Column } from '../../ui/table.tsx'

/** A group as text. */
export function synonymsText({ phrases }: Pick<Synonyms, 'phrases'>): string {
  return phrases.join(', ')
}

/** The columns of the list of synonyms, with the buttons of each group. */
export function synonymColumns(on: {
  onEdit: (row: Synonyms) => void
  onDelete: (row: Synonyms) => void
}): readonly Column<Synonyms>[] {
  return [
    {
      key: 'phrases',
      heading: 'Words that mean the same',
      title: true,
      cell: (row) => <span className="font-normal wrap-anywhere">{synonymsText(row)}</span>,
    },
    actionsColumn((row) => (
      <span className="flex flex-wrap gap-2 max-md:mt-1 md:justify-end">
        <Button size="sm" onClick={() => on.onEdit(row)} aria-label={`Edit ${synonymsText(row)}`}>
          Edit
        </Button>
        <Button
          size="sm"
          variant="danger"
          onClick={() => on.onDelete(row)}
          aria-label={`Delete ${synonymsText(row)}`}
        >
          Delete
        </Button>
      </span>
    )),
  ]
}

export const synonymCsv: readonly CsvColumn<Synonyms>[] = [
  { heading: 'Id', value: ({ _id }) => _id },
  { heading: 'Words', value: synonymsText },
]
