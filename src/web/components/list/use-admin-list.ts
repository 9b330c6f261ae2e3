import { useRef } from 'react'
import { useRevalidator } from 'react-router'
import { useMutation } from '../../api-client/use-mutation.ts'
import { focusRow } from '../../ui/focus-row.ts'
import { type Attempt, type RowPatch, useOptimisticRows } from '../../ui/use-optimistic-rows.ts'
import { patchInList } from './list-pages.ts'
import { useListUrlState } from './list-url-state.ts'

/** A change of one row: its optimistic update (null: deleted), its call, and its toasts. */
type RowAction<Row> = {
  row: Row
  patch: RowPatch<Row>
  call: () => Promise<unknown>
  done: string
  /** Adds an Undo button to that toast. */
  undo?: () => void
  failed: (error: unknown) => string
}

/**
 * The state of a screen with an AdminList: the view that `read` finds in the URL, the rows to show with their
 * optimistic updates, and the element `list` for AdminList. `act` updates a row optimistically, moves focus
 * to the next row, makes the call and shows a toast; a refused change is rolled back. Then it reloads the
 * list: its counts, the rows that moved in and, after a refusal, what is true now.
 * @param filteredBy the value by which the view filters rows: one whose value changes leaves the list. A
 *   constant without a filter.
 */
export function useAdminList<Row extends { _id: string }, View extends { shown: number }>(
  loaded: readonly Row[],
  read: (query: URLSearchParams) => View,
  filteredBy: (row: Row, view: View) => unknown = () => null,
) {
  const { rows: all, attempt: change } = useOptimisticRows(loaded)
  const list = useRef<HTMLDivElement>(null)
  const { query } = useListUrlState()
  const { revalidate } = useRevalidator()
  const reload = () => void revalidate()
  const view = read(query)
  const rows = all.slice(0, view.shown)
  const inList = (id: string, patch: RowPatch<Row>) => {
    const row = all.find(({ _id }) => _id === id)
    return row ? patchInList(row, patch, (one) => filteredBy(one, view)) : patch
  }
  const attempt: Attempt<Row> = (id, patch, call, confirmed) =>
    change(id, inList(id, patch), call, confirmed && ((response) => inList(id, confirmed(response))))
  const { send } = useMutation(({ row, patch, call }: RowAction<Row>) => attempt(row._id, patch, call), {
    isConcurrent: true,
    about: ({ row }) => row._id,
    done: (_, { done }) => done,
    undo: (_, { undo }) => undo,
    failed: (error, { failed }) => failed(error),
  })
  const act = async (action: RowAction<Row>) => {
    const { row, patch } = action
    const at = rows.findIndex(({ _id }) => _id === row._id)
    focusRow(list.current, inList(row._id, patch) === null ? at : at + 1)
    await send(action)
    reload()
  }
  return { rows, view, attempt, act, reload, list }
}

/** The parts of a list that bulk actions use. */
export type AdminListState<Row extends { _id: string }> = Pick<
  ReturnType<typeof useAdminList<Row, { shown: number }>>,
  'rows' | 'attempt' | 'reload' | 'list'
>
