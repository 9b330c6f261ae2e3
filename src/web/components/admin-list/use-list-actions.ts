import { useRef } from 'react'
import { focusRow } from '../../ui/focus-row.ts'
import { toastError, toastSuccess } from '../../ui/toast-store.ts'
import { type RowPatch, useOptimisticRows } from '../../ui/use-optimistic-rows.ts'

/** One change of one row: what is different then (null: it is gone), the call that makes it so, and what is said about it. */
type RowAction<Row> = {
  row: Row
  becomes: RowPatch<Row>
  /** The row is not listed any more then, because of the filter. */
  leaves?: boolean
  call: () => Promise<unknown>
  /** The toast when it is done. */
  done: string
  /** Takes it back, by a button of that toast. */
  undo?: () => void
  /** The toast when it was refused. */
  failed: (error: unknown) => string
}

/**
 * The loaded rows of an AdminList and what is done to them. `act` shows the change at once, moves the focus from the row's
 * button to the next row, makes the call, and says how it went; a refused change is taken back. True when it was done.
 * `inView` gives the rows in the order they are shown in.
 */
export function useListActions<Row extends { _id: string }>(loaded: readonly Row[]) {
  const { rows, attempt } = useOptimisticRows(loaded)
  const list = useRef<HTMLDivElement>(null)

  const act = async (
    { row, becomes, leaves = becomes === null, call, done, undo, failed }: RowAction<Row>,
    inView: readonly Row[],
  ) => {
    const at = inView.findIndex(({ _id }) => _id === row._id)
    focusRow(list.current, leaves ? at : at + 1)
    try {
      await attempt(row._id, becomes, call)
      toastSuccess(done, { undo, about: row._id })
      return true
    } catch (error) {
      toastError(failed(error), { about: row._id })
      return false
    }
  }

  return { rows, attempt, act, list }
}
