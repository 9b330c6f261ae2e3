import type { SynonymGroup } from '#domain/search/synonym.ts'
import { buttonsColumn } from '../../components/list/buttons-column.tsx'
import type { CsvColumn } from '../../components/list/csv.ts'
import type { Column } from '../../ui/table.tsx'

export function synonymsText({ phrases }: Pick<SynonymGroup, 'phrases'>): string {
  return phrases.join(', ')
}

export function synonymColumns({
  onEdit,
  onDelete,
}: Record<'onEdit' | 'onDelete', (row: SynonymGroup) => void>): readonly Column<SynonymGroup>[] {
  return [
    {
      key: 'phrases',
      heading: 'Words that mean the same',
      title: true,
      cell: (row) => <span className="font-normal wrap-anywhere">{synonymsText(row)}</span>,
    },
    buttonsColumn((row) => [
      { label: 'Edit', name: `Edit ${synonymsText(row)}`, onPress: () => onEdit(row) },
      {
        label: 'Delete',
        name: `Delete ${synonymsText(row)}`,
        variant: 'danger',
        onPress: () => onDelete(row),
      },
    ]),
  ]
}

export const synonymCsv: readonly CsvColumn<SynonymGroup>[] = [
  { heading: 'Id', value: ({ _id }) => _id },
  { heading: 'Words', value: synonymsText },
]
