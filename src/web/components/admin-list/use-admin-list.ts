import { useRef } from 'react'
import { useRevalidator } from 'react-router'
import { useMutation } from '../../api-client/use-mutation.ts'
import { focusRow } from '../../ui/focus-row.ts'
import { type RowPatch, useOptimisticRows } from '../../ui/use-optimistic-rows.ts'
import { useListUrlState } from './list-url-state.ts'

/** A change of one row: its optimistic update (null: deleted), its call, and its toasts. */
type RowAction<Row> = {
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
 * The state of a screen with an AdminList: the view that `read` finds in the URL, what `show` derives from it
 * and from the rows with their optimistic updates (at least the shown `rows`, in display order), and the
 * element `list` for AdminList. `act` updates a row optimistically, moves focus to the next row, makes the
 * call and shows a toast; a refused change is rolled back. Then it reloads the list: its counts, the rows
 * that moved in and, after a refusal, what is true now.
 */
export function useAdminList<
  Row extends { _id: string },
  View,
  Shown extends { rows: readonly NoInfer<Row>[] },
>(
  loaded: readonly Row[],
  read: (query: URLSearchParams) => View,
  show: (rows: readonly Row[], view: View) => Shown,
) {
  const { rows, attempt } = useOptimisticRows(loaded)
  const list = useRef<HTMLDivElement>(null)
  const { query } = useListUrlState()
  const { revalidate } = useRevalidator()
  const reload = () => void revalidate()
  const view = read(query)
  const shown = show(rows, view)
  const { send } = useMutation(({ row, patch, call }: RowAction<Row>) => attempt(row._id, patch, call), {
    isConcurrent: true,
    about: ({ row }) => row._id,
    done: (_, { done }) => done,
    undo: (_, { undo }) => undo,
    failed: (error, { failed }) => failed(error),
  })
  const act = async (action: RowAction<Row>) => {
    const { row, patch, leaves = patch === null } = action
    const at = shown.rows.findIndex(({ _id }) => _id === row._id)
    focusRow(list.current, leaves ? at : at + 1)
    await send(action)
    reload()
  }
  return { ...shown, view, attempt, act, reload, list }
}

/** The parts of a list that bulk actions use. */
export type AdminListState<Row extends { _id: string }> = Pick<
  ReturnType<typeof useAdminList<Row, unknown, { rows: readonly Row[] }>>,
  'rows' | 'attempt' | 'reload' | 'list'
>
