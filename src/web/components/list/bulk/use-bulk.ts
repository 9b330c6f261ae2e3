import pLimit from 'p-limit'
import { useState } from 'react'
import { formatCountOf } from '#domain/shared/format-count.ts'
import { problemText } from '../../../api-client/api-client.ts'
import { useMutation } from '../../../api-client/use-mutation.ts'
import { focusRow } from '../../../ui/focus-row.ts'
import type { RowSelection } from '../../../ui/table-selection.tsx'
import { toastError, toastSuccess } from '../../../ui/toast-store.ts'
import type { RowPatch } from '../../../ui/use-optimistic-rows.ts'
import type { AdminListState } from '../use-admin-list.ts'
import { bulkSummary } from './bulk-summary.ts'

/** Concurrent calls. A low limit leaves the server capacity for other users. */
const CONCURRENCY = 3

/** A bulk action on one row: its optimistic update (null: deleted), its call, and the verb of the summary. */
type BulkStep<Row> = {
  patch: (row: Row) => RowPatch<Row>
  call: (row: Row) => Promise<unknown>
  past: string
}

/** One bulk action. `undo` reverts it and receives each row as it was before. */
type BulkChange<Row> = BulkStep<Row> & {
  rows: readonly Row[]
  undo?: BulkStep<Row>
}

/**
 * The selection of an AdminList and its bulk actions. `run` applies optimistic updates, makes the calls a few
 * at a time, rolls back each one that is refused, and shows one toast that says how many succeeded and why
 * the others failed, with Undo. Refused rows stay selected. Resolves to whether all succeeded. Only rows that
 * are both shown and `selectable` count. The list reloads after the calls.
 */
export function useBulk<Row extends { _id: string }>({
  nouns,
  adminList: { rows, attempt, reload, list },
  selectable,
  nameOf,
}: {
  nouns: readonly [one: string, many: string]
  adminList: AdminListState<Row>
  selectable: (row: Row) => boolean
  /** How users refer to the row, such as "Brake Pads for Mira". */
  nameOf: (row: Row) => string
}) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [progress, setProgress] = useState<{ done: number; of: number } | null>(null)
  const choosable = rows.filter(selectable)
  const selected = choosable.filter(({ _id }) => ids.has(_id))

  const selection: RowSelection<Row> = {
    isSelected: (row) => ids.has(row._id),
    isSelectable: selectable,
    toggle: ({ _id }) => setIds((now) => (now.has(_id) ? without(now, _id) : new Set(now).add(_id))),
    toggleAll: () =>
      setIds(selected.length === choosable.length ? new Set() : new Set(choosable.map(({ _id }) => _id))),
    state: selected.length === 0 ? 'none' : selected.length === choosable.length ? 'all' : 'some',
    selectableCount: choosable.length,
    busy: progress !== null,
    allLabel: `Select all ${formatCountOf(choosable.length, ...nouns)} shown`,
    label: (row) => `Select ${nameOf(row)}`,
  }

  const change = async ({ rows: chosen, ...step }: BulkChange<Row>) => {
    const limit = pLimit(CONCURRENCY)
    setProgress((now) => ({ done: now?.done ?? 0, of: (now?.of ?? 0) + chosen.length }))
    focusRow(
      list.current,
      rows.findIndex(({ _id }) => _id === chosen[0]?._id),
    )
    const results = await Promise.all(
      chosen.map(async (row) => {
        const call = () => limit(() => step.call(row))
        const failure = await attempt(row._id, step.patch(row), call)
          .then(() => null)
          .catch((error: unknown) => ({ name: nameOf(row), reason: problemText(error) }))
        if (failure === null) setIds((now) => without(now, row._id))
        setProgress((now) => now && { ...now, done: now.done + 1 })
        return failure
      }),
    )
    setProgress((now) => (now && now.done < now.of ? now : null))
    return {
      failures: results.filter((failure) => failure !== null),
      done: chosen.filter((_, at) => results[at] === null),
    }
  }
  const { send } = useMutation(change, {
    isConcurrent: true,
    next: ({ failures, done }, { past, undo }) => {
      const back = undo && done.length > 0 ? () => void run({ ...undo, rows: done }) : undefined
      const toast = failures.length === 0 ? toastSuccess : toastError
      toast(bulkSummary(nouns, past, done.length, failures), { undo: back, about: `${nouns[1]} ${past}` })
      reload()
    },
  })
  const run = async (step: BulkChange<Row>) => (await send(step))?.failures.length === 0

  return { selection, selected, progress, run, clear: () => setIds(new Set()) }
}

function without(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return new Set([...ids].filter((other) => other !== id))
}
