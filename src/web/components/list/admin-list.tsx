import { type ComponentProps, type ReactNode, type RefObject, useRef } from 'react'
import { formatCountOf } from '#domain/shared/format-count.ts'
import { useMutation } from '../../api-client/use-mutation.ts'
import { useSettings } from '../../layout/use-settings.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FilterTabs } from '../../ui/filter-tabs.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { dismissErrorsAbout } from '../../ui/toast-store.ts'
import { type Bulk, BulkBar } from './bulk/bulk-bar.tsx'
import { type CsvColumn, csvText, downloadFile } from './csv.ts'
import { ListShortcuts } from './list-shortcuts/list-shortcuts.tsx'
import { narrowingKeys, readSearch, readSort, sortText, useListUrlState } from './list-url-state.ts'
import { type Nouns, VisibleCount } from './visible-count.tsx'

const NO_FILE = 'The file could not be made. Check the connection and try again.'

/** The texts of a list in which nothing matches; its button clears search and filters. */
type NoMatch = { title: string; text: string; showAll: string }

/**
 * The frame of every admin list: search, filters, the table or its empty state, how many rows are shown, CSV
 * export. The search terms and sort order are in the URL, for the loader or the screen to read: see
 * useListUrlState.
 */
export function AdminList<Row extends { _id: string }>({
  nouns,
  placeholder,
  list,
  filters,
  rows,
  columns,
  sort,
  unsorted,
  noMatch,
  none,
  isNarrowed,
  csv,
  csvRows = { count: rows.length, load: () => rows },
  bulk,
  pager,
}: {
  nouns: Nouns
  /** The searched fields, such as "Name or email". */
  placeholder: string
  /** Receives focus when the focused row is removed; see useAdminList. */
  list: RefObject<HTMLDivElement | null>
  /** A ListFilter, or other controls that call `narrow` of useListUrlState. */
  filters?: ReactNode
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  /** As in the URL: `price` ascending, `-price` descending. */
  sort?: string | undefined
  /** The label of the default order. */
  unsorted?: string
  /** Replaces the table when no row matches. */
  noMatch: NoMatch
  /** Replaces the table when there are no rows, although no search or filter is set. */
  none?: ReactNode
  /** Whether a search or filter leaves rows out; by default, whether one is set. */
  isNarrowed?: boolean
  /** The columns of the CSV export. */
  csv: readonly CsvColumn<Row>[]
  /** The rows that are exported instead of `rows`, with those that are not shown. */
  csvRows?: { count: number; load: () => readonly Row[] | Promise<readonly Row[]> }
  bulk?: Bulk<Row>
  /** The "Show more" button of a list that grows by pages. */
  pager?: Omit<ComponentProps<typeof VisibleCount>, 'nouns' | 'rows'>
}) {
  const [, many] = nouns
  const { timeZone } = useSettings()
  const frame = useRef<HTMLDivElement>(null)
  const { query, change, narrow, showAll, pending } = useListUrlState()
  const download = useMutation(
    async () => {
      const text = await csvText(await csvRows.load(), csv, timeZone)
      downloadFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), `${many}.csv`)
      dismissErrorsAbout('csv')
    },
    { about: 'csv', failed: () => NO_FILE },
  )
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
            sort={sort === undefined ? sort : readSort(sort)}
            onSort={(by) => change({ sort: by ? sortText(by) : null })}
            unsorted={unsorted}
            selection={bulk?.selection}
          />
        ) : none && !(isNarrowed ?? narrowingKeys(query).length > 0) ? (
          none
        ) : (
          <EmptyState title={noMatch.title} text={noMatch.text}>
            <Button onClick={showAll}>{noMatch.showAll}</Button>
          </EmptyState>
        )}
      </div>
      {pager && <VisibleCount {...pager} nouns={nouns} rows={rows.length} />}
      <div className="-ml-3 flex flex-wrap gap-x-2">
        {csvRows.count > 0 && (
          <Button
            variant="ghost"
            size="sm"
            className="underline underline-offset-4"
            busy={download.busy}
            onClick={() => void download.send()}
          >
            Download {formatCountOf(csvRows.count, ...nouns)} as CSV
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
  name,
  value,
  ...filter
}: Omit<ComponentProps<typeof FilterTabs<Key>>, 'onChange'> & { name: string }) {
  const { narrow } = useListUrlState()
  const first = filter.tabs[0]?.key
  return (
    <FilterTabs
      {...filter}
      value={value ?? first}
      onChange={(key) => narrow({ [name]: key === first ? null : key })}
    />
  )
}
