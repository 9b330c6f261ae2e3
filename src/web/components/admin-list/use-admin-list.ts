import { useRevalidator } from 'react-router'
import { useListUrlState } from './list-url-state.ts'
import { type RowAction, useListActions } from './use-list-actions.ts'

/**
 * The state of a screen with an AdminList: its rows, the view that `read` finds in the URL, and `state` for AdminList. `act`
 * changes a row as useListActions does, then reloads the list: its counts, the rows that moved in and, after a refusal, what is true now.
 */
export function useAdminList<Row extends { _id: string }, View>(
  loaded: readonly Row[],
  read: (query: URLSearchParams) => View,
) {
  const { rows, attempt, act, list } = useListActions(loaded)
  const url = useListUrlState()
  const { revalidate } = useRevalidator()
  const reload = () => void revalidate()
  return {
    rows,
    view: read(url.query),
    attempt,
    act: async (action: RowAction<Row>, inView: readonly Row[]) => {
      await act(action, inView)
      reload()
    },
    reload,
    list,
    change: url.change,
    state: { ...url, list },
  }
}
