import { Checkbox } from './checkbox.tsx'

/** The selected rows of a table, and how to change them. */
export type RowSelection<Row> = {
  isSelected: (row: Row) => boolean
  /** False: the row has no checkbox. */
  isSelectable: (row: Row) => boolean
  toggle: (row: Row) => void
  /** Selects every selectable row, or none when all are selected. */
  toggleAll: () => void
  state: 'none' | 'some' | 'all'
  selectableCount: number
  /** Disabled while a bulk action changes the selected rows. */
  busy: boolean
  allLabel: string
  /** The accessible name of a row's checkbox. */
  label: (row: Row) => string
}

/** A row's checkbox. Its target is 44 px high for fingers, and 36 px in a table for a mouse. */
export function RowCheck<Row>({ selection, row }: { selection: RowSelection<Row>; row: Row }) {
  return (
    <label className="flex size-11 cursor-pointer items-center justify-center md:pointer-fine:h-9">
      <input
        type="checkbox"
        data-row-check
        className="size-5"
        aria-label={selection.label(row)}
        checked={selection.isSelected(row)}
        disabled={selection.busy}
        onChange={() => selection.toggle(row)}
      />
    </label>
  )
}

/** The select-all checkbox: bare above the column, or with a label above the cards (`worded`). */
export function AllCheck<Row>({
  selection,
  worded = false,
}: {
  selection: RowSelection<Row>
  worded?: boolean
}) {
  const control = {
    ref: (box: HTMLInputElement | null) => {
      if (box) box.indeterminate = selection.state === 'some'
    },
    checked: selection.state === 'all',
    disabled: selection.busy || selection.selectableCount === 0,
    onChange: selection.toggleAll,
  }
  if (worded) return <Checkbox label={selection.allLabel} {...control} />
  return (
    <label className="flex size-11 cursor-pointer items-center justify-center">
      <input type="checkbox" className="size-5" aria-label={selection.allLabel} {...control} />
    </label>
  )
}
