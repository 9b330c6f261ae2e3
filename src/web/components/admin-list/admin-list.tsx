import { type ComponentProps, type ReactNode, type RefObject, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { type FilterTab, FilterTabs } from '../../ui/filter-tabs.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { type Column, type Sort, Table } from '../../ui/table.tsx'
import { settleToasts, toastError } from '../../ui/toast-store.ts'
import { type Bulk, BulkBar } from './bulk/bulk-bar.tsx'
import { type CsvColumn, csvText, downloadFile } from './csv.ts'
import { type ListPages, nextShown, readShown } from './list-pages.ts'
import { narrowingKeys, readSearch, type useListUrlState } from './list-url-state.ts'
import { ListShortcuts } from './list-shortcuts/list-shortcuts.tsx'

const NO_FILE = 'The file could not be made. Check the connection and try again.'

/** Singular and plural of what is listed, such as `['order', 'orders']`. */
export type Nouns = readonly [one: string, many: string]

/** The texts of a list in which nothing matches; its button clears search and filters. */
type NoMatch = { title: string; text: string; showAll: string }

/** The frame of every admin list: search, filters, the table or its empty state, how many rows are shown, CSV export. */
export function AdminList<Row extends { _id: string }>({
  nouns,
  placeholder,
  state,
  filters,
  rows,
  columns,
  sort,
  onSort,
  unsorted,
  noMatch,
  none,
  isNarrowed = narrowingKeys(state.query).length > 0,
  pending = state.pending,
  csv,
  csvRows = rows,
  bulk,
  pager,
  children,
}: {
  nouns: Nouns
  /** What the search covers, such as "Name or email". */
  placeholder: string
  /** The search and filters in the URL, and the element that receives focus when the focused row is removed; see useAdminList. */
  state: ReturnType<typeof useListUrlState> & { list: RefObject<HTMLDivElement | null> }
  /** ListFilters, or other controls that call `state.narrow`. */
  filters?: ReactNode
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  sort?: Sort | undefined
  /** Omit for a list with one fixed order. */
  onSort?: (sort: Sort | undefined) => void
  /** The label of the default order. */
  unsorted?: string
  /** Replaces the table when no row matches. */
  noMatch: NoMatch
  /** Replaces the table when there are no rows, although nothing narrows the list. */
  none?: ReactNode
  /** Whether a search or filter leaves rows out; by default, whether there is one. */
  isNarrowed?: boolean
  pending?: boolean
  /** The columns of the CSV export. */
  csv: readonly CsvColumn<Row>[]
  /** Exported instead of `rows`: those of all pages. */
  csvRows?: readonly Row[]
  bulk?: Bulk<Row>
  /** For a list that grows by "Show more". */
  pager?: Pick<ComponentProps<typeof ShownCount>, 'pages' | 'loaded' | 'first' | 'hint'>
  /** Below the table, instead of a pager. */
  children?: ReactNode
}) {
  const [one, many] = nouns
  const frame = useRef<HTMLDivElement>(null)
  const { query, narrow, show, showAll, list } = state
  return (
    <div ref={frame} className="flex flex-col gap-5 md:gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 md:gap-y-2">
        <SearchField
          label={`Search ${many}`}
          placeholder={placeholder}
          value={readSearch(query)}
          onSearch={(q) => narrow({ q }, { replace: true })}
        />
        {filters}
      </div>
      <div
        ref={list}
        tabIndex={-1}
        aria-busy={pending}
        className={classNames('outline-none', pending && 'opacity-60 transition-opacity delay-300')}
      >
        {rows.length > 0 ? (
          <Table
            caption={many.charAt(0).toUpperCase() + many.slice(1)}
            rows={rows}
            rowKey={(row) => row._id}
            columns={columns}
            sort={sort}
            onSort={onSort}
            unsorted={unsorted}
            selection={bulk?.selection}
          />
        ) : none && !isNarrowed ? (
          none
        ) : (
          <EmptyState title={noMatch.title} text={noMatch.text}>
            <Button onClick={showAll}>{noMatch.showAll}</Button>
          </EmptyState>
        )}
      </div>
      {pager && (
        <ShownCount
          {...pager}
          nouns={nouns}
          rows={rows.length}
          shown={readShown(query, pager.pages)}
          onShow={show}
          pending={pending}
        />
      )}
      {children}
      <div className="-ml-3 flex flex-wrap gap-x-2">
        {csvRows.length > 0 && (
          <Button
            variant="ghost"
            size="sm"
            className="underline underline-offset-4"
            onClick={() =>
              void csvText(csvRows, csv)
                .then((text) => {
                  downloadFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), `${many}.csv`)
                  settleToasts('csv')
                })
                .catch(() => toastError(NO_FILE, { about: 'csv' }))
            }
          >
            Download {csvRows.length} {csvRows.length === 1 ? one : many} as CSV
          </Button>
        )}
        <ListShortcuts frame={frame} selectable={bulk !== undefined} />
      </div>
      {bulk && (
        <BulkBar
          bulk={bulk}
          onClear={() => {
            bulk.clear()
            list.current?.focus()
          }}
        />
      )}
    </div>
  )
}

/** FilterTabs whose choice is in the URL, as `name`; the first tab is the list without it. */
export function ListFilter<Key extends string>({
  state,
  name,
  value,
  tabs,
  label,
}: {
  state: Pick<ReturnType<typeof useListUrlState>, 'narrow'>
  name: string
  /** The choice in the URL. */
  value: Key | undefined
  tabs: readonly FilterTab<Key>[]
  label: string
}) {
  const [first] = tabs
  return (
    <FilterTabs
      label={label}
      value={value ?? first?.key}
      tabs={tabs}
      onChange={(key) => state.narrow({ [name]: key === first?.key ? null : key })}
    />
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
