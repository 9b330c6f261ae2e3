import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Options, Select } from './field.tsx'
import { AllCheck, RowCheck, type RowSelection } from './table-selection.tsx'

/** One column: its heading, its cell, and how it sorts. */
export type Column<Row> = {
  key: string
  heading: string
  cell: (row: Row) => ReactNode
  /** Right-aligned tabular figures. */
  numeric?: boolean
  /** Makes the column sortable. Labels for ascending and descending, such as `['A to Z', 'Z to A']`. */
  sortable?: readonly [ascending: string, descending: string]
  /** The row header; the title of the card on a phone. */
  title?: boolean
  /** The heading is for screen readers only; see actionsColumn. */
  headingHidden?: boolean
  /** On a phone, two short or numeric cells share a line of the card. */
  short?: boolean
  /**
   * In a table the cell takes no room: it lies over the end of the row, while the row is hovered, focused or
   * selected, and always for fingers.
   */
  revealed?: boolean
  /** Classes of every cell, such as a width. */
  className?: string
}

/** The column of row actions: its heading is for screen readers only. */
export function actionsColumn<Row>(
  cell: Column<Row>['cell'],
  more: Pick<Column<Row>, 'short' | 'revealed' | 'className'> = {},
): Column<Row> {
  return { key: 'actions', heading: 'Actions', headingHidden: true, cell, ...more }
}

export type Sort = { key: string; direction: 'ascending' | 'descending' }

export const BY_WORD = ['A to Z', 'Z to A'] as const
export const BY_NUMBER = ['low to high', 'high to low'] as const

type TableProps<Row> = {
  /** The accessible name. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  sort?: Sort | undefined
  /** Undefined: the default order, labeled by `unsorted`. */
  onSort?: ((sort: Sort | undefined) => void) | undefined
  /** The label of the default order, such as "Newest first". */
  unsorted?: string | undefined
  /** Adds checkboxes to the rows. */
  selection?: RowSelection<Row> | undefined
}

/**
 * A table whose rows become cards below 768 px: the same markup with the headings repeated as labels, and a
 * select for the sort order. `onSort` only requests; the caller sorts. `rowKey` is unique per row.
 */
export function Table<Row>({
  caption,
  columns,
  rows,
  rowKey,
  sort,
  onSort,
  unsorted,
  selection,
}: TableProps<Row>) {
  return (
    <>
      {onSort && rows.length > 1 && (
        <SortSelect columns={columns} sort={sort} onSort={onSort} unsorted={unsorted} />
      )}
      {selection && (
        <div className="mb-2 md:hidden">
          <AllCheck selection={selection} worded />
        </div>
      )}
      <table className="block w-full text-left md:table md:border-collapse md:border md:border-line md:bg-raised">
        <caption className="sr-only">{caption}</caption>
        <thead className="sr-only md:not-sr-only md:table-header-group">
          <tr className="md:ticks">
            {selection && (
              <th scope="col" className="max-md:hidden md:w-11 md:pl-1">
                <AllCheck selection={selection} />
              </th>
            )}
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                aria-sort={sort?.key === column.key ? sort.direction : undefined}
                className={classNames(
                  'px-2 pb-1 text-sm font-semibold text-ink-soft',
                  column.numeric && 'md:text-right',
                  column.revealed && 'md:w-0 md:p-0',
                  column.className,
                )}
              >
                {column.sortable && onSort ? (
                  <>
                    <span className="md:hidden">{column.heading}</span>
                    <SortButton column={column} sort={sort} onSort={onSort} />
                  </>
                ) : (
                  <span
                    className={column.headingHidden ? 'sr-only' : 'md:inline-flex md:min-h-9 md:items-center'}
                  >
                    {column.heading}
                  </span>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="flex flex-col gap-3 md:table-row-group">
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              className="group/row relative grid grid-cols-2 gap-x-6 max-xs:flex max-xs:flex-col rounded-lg border border-line bg-raised p-3 has-[[data-row-check]:checked]:bg-signal-wash md:static md:table-row md:rounded-none md:border-x-0 md:p-0 md:hover:bg-surface"
            >
              {selection && (
                <td className="max-md:absolute max-md:top-1 max-md:right-1 md:pl-1 md:align-middle">
                  {selection.isSelectable(row) && <RowCheck selection={selection} row={row} />}
                </td>
              )}
              {columns.map((column) => (
                <Cell key={column.key} column={column} row={row} selectable={selection !== undefined} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

/** Where a revealed cell is, and when it is there to be seen. It can be focused at any time. */
const REVEALED =
  'md:absolute md:top-1/2 md:right-1 md:-translate-y-1/2 md:whitespace-nowrap md:pointer-fine:opacity-0 md:group-hover/row:opacity-100 md:group-focus-within/row:opacity-100 md:group-has-[[data-row-check]:checked]/row:opacity-100'

/** `selectable`: the row has a checkbox, on a phone in the corner of its card. */
function Cell<Row>({ column, row, selectable }: { column: Column<Row>; row: Row; selectable: boolean }) {
  const Tag = column.title ? 'th' : 'td'
  return (
    <Tag
      scope={column.title ? 'row' : undefined}
      className={classNames(
        'md:table-cell md:px-2 md:py-1 md:align-middle',
        // Lists with bulk actions show twelve rows on a laptop, whose pictures and buttons leave room around
        // their texts.
        selectable && 'xl:py-0 xl:pointer-coarse:py-1',
        column.title
          ? 'block pb-2 text-lg font-semibold md:text-sm'
          : 'flex min-w-0 items-baseline justify-between gap-x-4 py-1 font-normal',
        // A long figure goes below its label in a narrow card.
        column.short || column.numeric ? 'flex-wrap' : 'max-md:col-span-2',
        column.numeric && 'tabular-nums md:text-right',
        column.title && selectable && 'max-md:pr-10',
        column.revealed && 'md:relative md:w-0 md:p-0!',
        column.className,
      )}
    >
      {!column.title && !column.headingHidden && (
        <span aria-hidden="true" className="shrink-0 text-sm text-ink-soft md:hidden">
          {column.heading}
        </span>
      )}
      <span
        className={classNames(
          'min-w-0',
          column.revealed && REVEALED,
          column.headingHidden ? 'max-md:w-full' : !column.title && 'max-md:ml-auto max-md:text-right',
        )}
      >
        {column.cell(row)}
      </span>
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
      className="-mx-2 hidden min-h-11 items-center gap-1.5 rounded-md px-2 hover:text-ink md:inline-flex"
    >
      {column.heading}
      <span aria-hidden="true" className={active ? 'text-signal' : 'text-line-strong'}>
        {active ? (sort.direction === 'ascending' ? '↑' : '↓') : '↕'}
      </span>
    </button>
  )
}

/** The sort order on a phone, where the headings are hidden. */
function SortSelect<Row>({
  columns,
  sort,
  onSort,
  unsorted,
}: Pick<TableProps<Row>, 'columns' | 'sort' | 'unsorted'> & {
  onSort: NonNullable<TableProps<Row>['onSort']>
}) {
  const orders = columns.flatMap(({ key, heading, sortable }) =>
    (sortable ?? []).map((order, at): Order => {
      const direction = at === 0 ? 'ascending' : 'descending'
      return { key: `${key} ${direction}`, label: `${heading}: ${order}`, sort: { key, direction } }
    }),
  )
  if (orders.length === 0) return null
  if (unsorted) orders.unshift({ key: '', label: unsorted, sort: undefined })
  return (
    <Select
      label="Sort by"
      fieldClassName="mb-4 md:hidden"
      value={sort ? `${sort.key} ${sort.direction}` : ''}
      onChange={({ target }) => onSort(orders.find(({ key }) => key === target.value)?.sort)}
    >
      <Options of={orders} />
    </Select>
  )
}

type Order = { key: string; label: string; sort: Sort | undefined }
