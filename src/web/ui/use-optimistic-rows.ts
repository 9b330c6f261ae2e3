import { useState } from 'react'

/** The fields that change; null: the row is deleted. */
export type RowPatch<Row> = Partial<Row> | null

/** An optimistic change; `settled` once the server has confirmed it. */
type Change<Row> = { id: string; patch: RowPatch<Row>; settled: boolean }

/** The rows with the changes applied in order; the order of the rows is unchanged. */
export function changedRows<Row extends { _id: string }>(
  rows: readonly Row[],
  changes: readonly Change<Row>[],
): readonly Row[] {
  const byRow = Map.groupBy(changes, ({ id }) => id)
  return rows.flatMap((row) => {
    let now = row
    for (const { patch } of byRow.get(row._id) ?? []) {
      if (patch === null) return []
      now = { ...now, ...patch }
    }
    return [now]
  })
}

/** The changes that remain after a reload: those still pending. */
export function pendingChanges<Row>(changes: readonly Change<Row>[]): readonly Change<Row>[] {
  return changes.filter(({ settled }) => !settled)
}

/**
 * A list with optimistic updates. `attempt` applies the change, makes the call, and rolls back this change
 * only when the call throws; rethrows, for the message. A reloaded list replaces the settled changes.
 */
export function useOptimisticRows<Row extends { _id: string }>(loaded: readonly Row[]) {
  const [source, setSource] = useState(loaded)
  const [changes, setChanges] = useState<readonly Change<Row>[]>([])
  if (source !== loaded) {
    setSource(loaded)
    setChanges(pendingChanges(changes))
  }

  const attempt: Attempt<Row> = async (id, patch, call, confirmed) => {
    const change: Change<Row> = { id, patch, settled: false }
    setChanges((now) => [...now, change])
    try {
      const response = await call()
      const settled = { id, patch: confirmed ? confirmed(response) : patch, settled: true }
      setChanges((now) => now.map((other) => (other === change ? settled : other)))
      return response
    } catch (error) {
      setChanges((now) => now.filter((other) => other !== change))
      throw error
    }
  }

  return { rows: changedRows(loaded, changes), attempt }
}

/**
 * Changes one row while `call` runs; see useOptimisticRows. `confirmed` returns the fields as stored, where
 * they may differ.
 */
export type Attempt<Row> = <Result>(
  id: string,
  patch: RowPatch<Row>,
  call: () => Promise<Result>,
  confirmed?: (response: Result) => RowPatch<Row>,
) => Promise<Result>
