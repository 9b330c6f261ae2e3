import { useEffect, useRef } from 'react'
import { Checkbox } from './checkbox.tsx'

/** Which rows of a table are selected, and how that is changed. */
export type RowSelection<Row> = {
  has: (row: Row) => boolean
  /** False: the row has no check box. */
  can: (row: Row) => boolean
  toggle: (row: Row) => void
  /** Selects every row that can be, or none when all are. */
  toggleAll: () => void
  state: 'none' | 'some' | 'all'
  /** How many rows can be selected. */
  count: number
  /** Nothing can be chosen, because the chosen rows are being changed. */
  busy: boolean
  allLabel: string
  /** Names a row's check box. */
  label: (row: Row) => string
}

/** The check box of a row; a square of 44 px can be pressed. */
export function RowCheck<Row>({ selection, row }: { selection: RowSelection<Row>; row: Row }) {
  return (
    <label className="flex size-11 cursor-pointer items-center justify-center">
      <input
        type="checkbox"
        data-row-check
        className="size-5"
        aria-label={selection.label(row)}
        checked={selection.has(row)}
        disabled={selection.busy}
        onChange={() => selection.toggle(row)}
      />
    </label>
  )
}

/** Selects all rows or none: a bare box above the column, or with its words above the cards (`worded`). */
export function AllCheck<Row>({
  selection,
  worded = false,
}: {
  selection: RowSelection<Row>
  worded?: boolean
}) {
  const box = useRef<HTMLInputElement>(null)
  const some = selection.state === 'some'
  useEffect(() => {
    if (box.current) box.current.indeterminate = some
  }, [some])
  const control = {
    ref: box,
    checked: selection.state === 'all',
    disabled: selection.busy || selection.count === 0,
    onChange: selection.toggleAll,
  }
  if (worded) return <Checkbox label={selection.allLabel} {...control} />
  return (
    <label className="flex size-11 cursor-pointer items-center justify-center">
      <input type="checkbox" className="size-5" aria-label={selection.allLabel} {...control} />
    </label>
  )
}
