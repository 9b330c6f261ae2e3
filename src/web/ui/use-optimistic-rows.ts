import { useState } from 'react'

/** A change that is shown already: the row as it will be, or null for one that goes; `settled` once the server has agreed. */
type Change<Row> = { row: Row | null; settled: boolean }
type Changes<Row> = ReadonlyMap<string, Change<Row>>

/** The rows with the changes applied; the order stays. */
export function changedRows<Row extends { _id: string }>(
  rows: readonly Row[],
  changes: Changes<Row>,
): readonly Row[] {
  return rows.flatMap((row) => {
    const change = changes.get(row._id)
    if (change === undefined) return [row]
    return change.row === null ? [] : [change.row]
  })
}

/** What stays of the changes when the list is loaded anew: those that the server has not answered yet. */
export function unsettled<Row>(changes: Changes<Row>): Changes<Row> {
  return new Map([...changes].filter(([, change]) => !change.settled))
}

/**
 * A loaded list whose changes show at once. `attempt` shows the change (null: the row goes), makes the call, and takes the
 * change back when the call throws; it passes on what was thrown, for the message. A newly loaded list replaces the changes
 * that are through.
 */
export function useOptimisticRows<Row extends { _id: string }>(loaded: readonly Row[]) {
  const [source, setSource] = useState(loaded)
  const [changes, setChanges] = useState<Changes<Row>>(new Map())
  if (source !== loaded) {
    setSource(loaded)
    setChanges(unsettled(changes))
  }

  const attempt: Attempt<Row> = async (id, row, call) => {
    setChanges((now) => new Map(now).set(id, { row, settled: false }))
    try {
      const answer = await call()
      setChanges((now) => new Map(now).set(id, { row, settled: true }))
      return answer
    } catch (error) {
      setChanges((now) => new Map([...now].filter(([key]) => key !== id)))
      throw error
    }
  }

  return { rows: changedRows(loaded, changes), attempt }
}

/** Shows a change of one row while `call` runs; see useOptimisticRows. */
export type Attempt<Row> = <Answer>(
  id: string,
  row: Row | null,
  call: () => Promise<Answer>,
) => Promise<Answer>
