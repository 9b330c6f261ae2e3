import { useRef } from 'react'
import { focusRow } from '../../ui/focus-row.ts'
import { toastError, toastSuccess } from '../../ui/toast-store.ts'
import { type RowPatch, useOptimisticRows } from '../../ui/use-optimistic-rows.ts'

/** A change of one row: its optimistic update (null: deleted), its call, and its toasts. */
export type RowAction<Row> = {
  row: Row
  patch: RowPatch<Row>
  /** The row no longer matches the filter after the change. */
  leaves?: boolean
  call: () => Promise<unknown>
  done: string
  /** Adds an Undo button to that toast. */
  undo?: () => void
  failed: (error: unknown) => string
}

/**
 * The rows of an AdminList and their actions. `act` updates optimistically, moves focus to the next row, makes the call and shows
 * a toast; a refused change is rolled back. Resolves to whether it succeeded. `inView` returns the rows in display order.
 */
export function useListActions<Row extends { _id: string }>(loaded: readonly Row[]) {
  const { rows, attempt } = useOptimisticRows(loaded)
  const list = useRef<HTMLDivElement>(null)

  const act = async (
    { row, patch, leaves = patch === null, call, done, undo, failed }: RowAction<Row>,
    inView: readonly Row[],
  ) => {
    const at = inView.findIndex(({ _id }) => _id === row._id)
    focusRow(list.current, leaves ? at : at + 1)
    try {
      await attempt(row._id, patch, call)
      toastSuccess(done, { undo, about: row._id })
      return true
    } catch (error) {
      toastError(failed(error), { about: row._id })
      return false
    }
  }

  return { rows, attempt, act, list }
}
