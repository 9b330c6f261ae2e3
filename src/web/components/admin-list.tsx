import type { ReactNode, RefObject } from 'react'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { SearchField } from '../ui/search-field.tsx'
import { type Column, type Sort, Table } from '../ui/table.tsx'

/** What is listed: one and many of them, such as `['order', 'orders']`. */
export type Nouns = readonly [one: string, many: string]

/**
 * The frame of every list that admins work through: the search with the filters beside it, the table or what stands in its
 * place, and below it (`children`) the way to more rows. The rows fade while others are on their way (`pending`).
 */
export function AdminList<Row extends { _id: string }>({
  nouns,
  placeholder,
  q,
  onSearch,
  filters,
  rows,
  columns,
  sort,
  onSort,
  unsorted,
  empty,
  list,
  pending = false,
  children,
}: {
  nouns: Nouns
  /** What the search looks at, such as "Name or email". */
  placeholder: string
  /** The search that the rows answer. */
  q: string
  onSearch: (q: string) => void
  filters?: ReactNode
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  sort: Sort | undefined
  onSort: (sort: Sort | undefined) => void
  /** Names the order without a `sort`. */
  unsorted?: string
  /** Stands in the table's place when there are no rows. */
  empty: ReactNode
  /** Takes the focus when the row that had it is gone; see useListActions. */
  list: RefObject<HTMLDivElement | null>
  pending?: boolean
  children: ReactNode
}) {
  const [, many] = nouns
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <SearchField label={`Search ${many}`} placeholder={placeholder} value={q} onSearch={onSearch} />
        {filters}
      </div>
      <div
        ref={list}
        tabIndex={-1}
        aria-busy={pending}
        className={classNames('outline-none', pending && 'opacity-60 transition-opacity delay-300')}
      >
        {rows.length === 0 ? (
          empty
        ) : (
          <Table
            caption={many.charAt(0).toUpperCase() + many.slice(1)}
            rows={rows}
            rowKey={(row) => row._id}
            columns={columns}
            sort={sort}
            onSort={onSort}
            {...(unsorted !== undefined && { unsorted })}
          />
        )}
      </div>
      {children}
    </div>
  )
}

/** Below a list that the API pages: how many rows are shown, and a button for more while there are (`onMore`). */
export function ShownCount({
  nouns: [one, many],
  shown,
  onMore,
  pending,
  note = '',
}: {
  nouns: Nouns
  shown: number
  onMore: (() => void) | undefined
  pending: boolean
  /** A sentence about what is not shown. */
  note?: string
}) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p role="status" className="text-ink-soft tabular-nums">
        {shown > 0 && `${onMore ? 'The first ' : ''}${shown} ${shown === 1 ? one : many}`}
        {note && ` ${note}`}
      </p>
      {onMore && <Button busy={pending} onClick={onMore}>{`Show more ${many}`}</Button>}
    </div>
  )
}
