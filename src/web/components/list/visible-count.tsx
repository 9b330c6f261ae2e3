import { formatCountOf } from '#domain/shared/format-count.ts'
import { Button } from '../../ui/button.tsx'
import { type ListPages, nextShown, parseRowLimit } from './list-pages.ts'
import { useListUrlState } from './list-url-state.ts'

/** Singular and plural of what is listed, such as `['order', 'orders']`. */
export type Nouns = readonly [one: string, many: string]

/** Below a list that `fetchListRows` loads: how many rows are shown, and a button that loads more. */
export function VisibleCount({
  nouns,
  first = 'The first',
  rows,
  loaded,
  pages,
  hint = '',
}: {
  nouns: Nouns
  /** Describes the shown rows while there are more. */
  first?: string
  rows: number
  /** The number of loaded rows: one more than the URL asks for, if there are more. */
  loaded: number
  pages: ListPages
  /** A sentence about rows that are not shown. */
  hint?: string
}) {
  const { query, show, pending } = useListUrlState()
  const shown = parseRowLimit(query, pages)
  const next = nextShown(shown, loaded, pages)
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p role="status" className="text-ink-soft tabular-nums">
        {rows > 0 && `${loaded > shown ? `${first} ` : ''}${formatCountOf(rows, ...nouns)}`}
        {hint && ` ${hint}`}
      </p>
      {next !== null && <Button busy={pending} onClick={() => show(next)}>{`Show more ${nouns[1]}`}</Button>}
    </div>
  )
}
