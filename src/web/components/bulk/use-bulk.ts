import pLimit from 'p-limit'
import { type RefObject, useState } from 'react'
import { problemText } from '../../api-client.ts'
import { focusRow } from '../../ui/focus-row.ts'
import type { RowSelection } from '../../ui/table-selection.tsx'
import { toastError, toastSuccess } from '../../ui/toast-store.ts'
import type { Attempt } from '../../ui/use-optimistic-rows.ts'
import { bulkSummary } from './bulk-summary.ts'

/** Calls on their way at once: quick, and the store keeps room for everybody else. */
const AT_ONCE = 3

/** One change of many rows: what each looks like then (null: gone), the call of each, the verb of the summary. */
export type BulkChange<Row> = {
  rows: readonly Row[]
  becomes: (row: Row) => Row | null
  call: (row: Row) => Promise<unknown>
  /** Such as "shipped". */
  past: string
}

/**
 * The choice of rows in an AdminList, and what is done to all of them. `run` shows the changes at once, makes the calls a few
 * at a time, takes back each one that is refused, and says in one message how many were done and why the rest were not; what
 * was refused stays selected. Only rows that are shown (`rows`) and that something can be done with (`selectable`) are selected.
 */
export function useBulk<Row extends { _id: string }>({
  nouns,
  rows,
  attempt,
  list,
  selectable,
  nameOf,
}: {
  nouns: readonly [one: string, many: string]
  rows: readonly Row[]
  attempt: Attempt<Row>
  list: RefObject<HTMLDivElement | null>
  selectable: (row: Row) => boolean
  /** What a person calls the row, such as "Brake Pads for Mira". */
  nameOf: (row: Row) => string
}) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [progress, setProgress] = useState<{ done: number; of: number } | null>(null)
  const choosable = rows.filter(selectable)
  const selected = choosable.filter(({ _id }) => ids.has(_id))

  const selection: RowSelection<Row> = {
    has: (row) => ids.has(row._id),
    can: selectable,
    toggle: ({ _id }) => setIds((now) => (now.has(_id) ? without(now, _id) : new Set(now).add(_id))),
    toggleAll: () =>
      setIds(selected.length === choosable.length ? new Set() : new Set(choosable.map(({ _id }) => _id))),
    state: selected.length === 0 ? 'none' : selected.length === choosable.length ? 'all' : 'some',
    count: choosable.length,
    busy: progress !== null,
    allLabel: `Select all ${choosable.length} ${choosable.length === 1 ? nouns[0] : nouns[1]} shown`,
    label: (row) => `Select ${nameOf(row)}`,
  }

  const run = async (change: BulkChange<Row>) => {
    const turn = pLimit(AT_ONCE)
    setProgress({ done: 0, of: change.rows.length })
    focusRow(
      list.current,
      rows.findIndex(({ _id }) => _id === change.rows[0]?._id),
    )
    const results = await Promise.all(
      change.rows.map(async (row) => {
        const failure = await attempt(row._id, change.becomes(row), () => turn(() => change.call(row)))
          .then(() => null)
          .catch((error: unknown) => ({ name: nameOf(row), reason: problemText(error) }))
        if (failure === null) setIds((now) => without(now, row._id))
        setProgress((now) => now && { ...now, done: now.done + 1 })
        return failure
      }),
    )
    setProgress(null)
    const failures = results.filter((failure) => failure !== null)
    const summary = bulkSummary(nouns, change.past, results.length - failures.length, failures)
    if (failures.length === 0) toastSuccess(summary)
    else toastError(summary)
  }

  return { selection, selected, progress, run, clear: () => setIds(new Set()) }
}

function without(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return new Set([...ids].filter((other) => other !== id))
}
