import { useState } from 'react'

/** What becomes different of a row; null: the row goes. */
export type RowPatch<Row> = Partial<Row> | null

/** A change that is shown already; `settled` once the server has agreed. */
type Change<Row> = { id: string; patch: RowPatch<Row>; settled: boolean }

/** The rows with the changes applied, in the order in which they were made; the order of the rows stays. */
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

/** What stays of the changes when the list is loaded anew: those that the server has not answered yet. */
export function unsettled<Row>(changes: readonly Change<Row>[]): readonly Change<Row>[] {
  return changes.filter(({ settled }) => !settled)
}

/**
 * A loaded list whose changes show at once. `attempt` shows the change, makes the call, and takes this change back, and no
 * other, when the call throws; it passes on what was thrown, for the message. A newly loaded list replaces the changes that
 * are through.
 */
export function useOptimisticRows<Row extends { _id: string }>(loaded: readonly Row[]) {
  const [source, setSource] = useState(loaded)
  const [changes, setChanges] = useState<readonly Change<Row>[]>([])
  if (source !== loaded) {
    setSource(loaded)
    setChanges(unsettled(changes))
  }

  const attempt: Attempt<Row> = async (id, patch, call, answered) => {
    const change: Change<Row> = { id, patch, settled: false }
    setChanges((now) => [...now, change])
    try {
      const answer = await call()
      const settled = { id, patch: answered ? answered(answer) : patch, settled: true }
      setChanges((now) => now.map((other) => (other === change ? settled : other)))
      return answer
    } catch (error) {
      setChanges((now) => now.filter((other) => other !== change))
      throw error
    }
  }

  return { rows: changedRows(loaded, changes), attempt }
}

/**
 * Shows a change of one row while `call` runs; see useOptimisticRows. `answered`: what the server says it has become, where
 * that may be something else than was shown.
 */
export type Attempt<Row> = <Answer>(
  id: string,
  patch: RowPatch<Row>,
  call: () => Promise<Answer>,
  answered?: (answer: Answer) => Partial<Row>,
) => Promise<Answer>
