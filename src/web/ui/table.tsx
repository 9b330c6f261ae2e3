import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** One column: its heading, how a row fills it, and how it may be sorted. */
export type Column<Row> = {
  key: string
  heading: string
  cell: (row: Row) => ReactNode
  /** Right-aligned tabular figures. */
  numeric?: boolean
  /** Given: the heading is a button that asks for this order. */
  sortable?: boolean
  /** The column that names the row (its row header; the title of the card on a phone). */
  title?: boolean
  /** The heading is there for screen readers only, such as "Actions" above buttons. */
  headingHidden?: boolean
  /** Classes of every cell, such as a width. */
  className?: string
}

/** The present order of a table. */
export type Sort = { key: string; direction: 'ascending' | 'descending' }

/**
 * A table whose rows become cards below 640 px: the same markup, the headings repeated as labels.
 * Sorting only asks (`onSort`); the caller sorts. `rowKey` is unique per row.
 */
export function Table<Row>({
  caption,
  columns,
  rows,
  rowKey,
  sort,
  onSort,
}: {
  /** Names the table for screen readers. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  sort?: Sort | undefined
  onSort?: (sort: Sort) => void
}) {
  return (
    <table className="block w-full text-left sm:table sm:border-collapse sm:border sm:border-line sm:bg-raised">
      <caption className="sr-only">{caption}</caption>
      <thead className="sr-only sm:not-sr-only sm:table-header-group">
        <tr className="sm:ticks">
          {columns.map((column) => (
            <th
              key={column.key}
              scope="col"
              aria-sort={sort?.key === column.key ? sort.direction : undefined}
              className={classNames(
                'px-3 pt-2 pb-3.5 text-sm font-semibold text-ink-soft',
                column.numeric && 'sm:text-right',
                column.className,
              )}
            >
              {column.sortable && onSort ? (
                <SortButton column={column} sort={sort} onSort={onSort} />
              ) : (
                <span className={column.headingHidden ? 'sr-only' : undefined}>{column.heading}</span>
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="flex flex-col gap-3 sm:table-row-group">
        {rows.map((row) => (
          <tr
            key={rowKey(row)}
            className="block rounded-lg border border-line bg-raised p-3 sm:table-row sm:rounded-none sm:border-x-0 sm:p-0 sm:hover:bg-surface"
          >
            {columns.map((column) => (
              <Cell key={column.key} column={column} row={row} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const Tag = column.title ? 'th' : 'td'
  return (
    <Tag
      scope={column.title ? 'row' : undefined}
      className={classNames(
        'sm:table-cell sm:px-3 sm:py-3 sm:align-middle',
        column.title
          ? 'block pb-2 text-lg font-semibold sm:text-base'
          : 'flex min-w-0 items-baseline justify-between gap-4 py-1 font-normal',
        column.numeric && 'tabular-nums sm:text-right',
        column.className,
      )}
    >
      {!column.title && !column.headingHidden && (
        <span aria-hidden="true" className="shrink-0 text-sm text-ink-soft sm:hidden">
          {column.heading}
        </span>
      )}
      <span className="min-w-0 max-sm:text-right">{column.cell(row)}</span>
    </Tag>
  )
}

function SortButton<Row>({
  column,
  sort,
  onSort,
}: {
  column: Column<Row>
  sort: Sort | undefined
  onSort: (sort: Sort) => void
}) {
  const active = sort?.key === column.key
  const next = active && sort.direction === 'ascending' ? 'descending' : 'ascending'
  return (
    <button
      type="button"
      onClick={() => onSort({ key: column.key, direction: next })}
      className="-mx-2 inline-flex min-h-11 items-center gap-1.5 rounded-md px-2 hover:text-ink"
    >
      {column.heading}
      <span aria-hidden="true" className={active ? 'text-signal' : 'text-line-strong'}>
        {active ? (sort.direction === 'ascending' ? '↑' : '↓') : '↕'}
      </span>
    </button>
  )
}
