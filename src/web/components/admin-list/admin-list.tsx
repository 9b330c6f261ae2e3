import { type ReactNode, type RefObject, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { SearchField } from '../../ui/search-field.tsx'
import type { RowSelection } from '../../ui/table-selection.tsx'
import { type Column, type Sort, Table } from '../../ui/table.tsx'
import { settleToasts, toastError } from '../../ui/toast-store.ts'
import { BulkBar, type BulkAction } from './bulk/bulk-bar.tsx'
import { type CsvColumn, csvText, downloadCsv } from './csv.ts'
import { type ListPages, nextShown } from './list-pages.ts'
import { ListShortcuts } from './list-shortcuts/list-shortcuts.tsx'

const NO_FILE = 'The file could not be made. Check the connection and try again.'

/** Singular and plural of what is listed, such as `['order', 'orders']`. */
export type Nouns = readonly [one: string, many: string]

/** Row selection and bulk actions; see useBulk. */
export type Bulk<Row> = {
  selection: RowSelection<Row>
  selected: readonly Row[]
  progress: { done: number; of: number } | null
  clear: () => void
  actions: readonly BulkAction[]
}

/**
 * The frame of every admin list: search and filters, the table or its empty state, pagination (`children`), and CSV export.
 * Rows fade while the next ones load (`pending`).
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
  csv,
  bulk,
  children,
}: {
  nouns: Nouns
  /** What the search covers, such as "Name or email". */
  placeholder: string
  /** The search term of the current rows. */
  q: string
  onSearch: (q: string) => void
  filters?: ReactNode
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  sort?: Sort | undefined
  /** Omit for a list with one fixed order. */
  onSort?: (sort: Sort | undefined) => void
  /** The label of the default order. */
  unsorted?: string
  /** Replaces the table when there are no rows. */
  empty: ReactNode
  /** Receives focus when the focused row is removed; see useListActions. */
  list: RefObject<HTMLDivElement | null>
  pending?: boolean
  /** The CSV export; it may have more rows than the current page. */
  csv?: { rows: readonly Row[]; columns: readonly CsvColumn<Row>[] }
  bulk?: Bulk<Row>
  children: ReactNode
}) {
  const [one, many] = nouns
  const frame = useRef<HTMLDivElement>(null)
  return (
    <div ref={frame} className="flex flex-col gap-5 md:gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 md:gap-y-2">
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
            {...(onSort && { onSort })}
            {...(unsorted !== undefined && { unsorted })}
            selection={bulk?.selection}
          />
        )}
      </div>
      {children}
      <div className="-ml-3 flex flex-wrap gap-x-2">
        {csv && csv.rows.length > 0 && (
          <Button
            variant="ghost"
            size="sm"
            className="underline underline-offset-4"
            onClick={() =>
              void csvText(csv.rows, csv.columns)
                .then((text) => {
                  downloadCsv(many, text)
                  settleToasts('csv')
                })
                .catch(() => toastError(NO_FILE, { about: 'csv' }))
            }
          >
            Download {csv.rows.length} {csv.rows.length === 1 ? one : many} as CSV
          </Button>
        )}
        <ListShortcuts frame={frame} selectable={bulk !== undefined} />
      </div>
      {bulk && (
        <BulkBar
          selected={bulk.selected.length}
          progress={bulk.progress}
          actions={bulk.actions}
          onClear={() => {
            bulk.clear()
            list.current?.focus()
          }}
        />
      )}
    </div>
  )
}

/** Below a paginated list: how many rows are shown, and a button that loads more. */
export function ShownCount({
  nouns: [one, many],
  first = 'The first',
  rows,
  shown,
  loaded,
  pages,
  onShow,
  pending,
  hint = '',
}: {
  nouns: Nouns
  /** Describes the shown rows while there are more. */
  first?: string
  rows: number
  /** How many the URL asks for, and how many were loaded: one more, if there are. */
  shown: number
  loaded: number
  pages: ListPages
  onShow: (shown: number) => void
  pending: boolean
  /** A sentence about rows that are not shown. */
  hint?: string
}) {
  const next = nextShown(shown, loaded, pages)
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p role="status" className="text-ink-soft tabular-nums">
        {rows > 0 && `${loaded > shown ? `${first} ` : ''}${rows} ${rows === 1 ? one : many}`}
        {hint && ` ${hint}`}
      </p>
      {next !== null && <Button busy={pending} onClick={() => onShow(next)}>{`Show more ${many}`}</Button>}
    </div>
  )
}
