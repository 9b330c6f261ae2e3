import { type ComponentProps, useId } from 'react'
import type { StoredReport } from '#domain/imports/imported-file.ts'
import { formatCount } from '#domain/shared/format-count.ts'
import { Alert } from '../../ui/alert.tsx'
import { StatusPill } from '../../ui/status-pill.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { fieldText, valueText } from './import-texts.ts'

type Problem = StoredReport['problems'][number]
type Change = StoredReport['changes'][number]

/**
 * The errors of a file, and the changes that it makes. Unused columns are listed here unless they can be
 * chosen.
 */
export function ImportReport({
  report,
  choosesColumns,
  isApplied,
}: {
  report: StoredReport
  choosesColumns: boolean
  isApplied: boolean
}) {
  const { problems, changes, problemCount, changeCount, ignored } = report
  return (
    <>
      {ignored.length > 0 && !choosesColumns && (
        <Alert title="Columns not used">
          <p className="wrap-anywhere">{ignored.join(', ')}</p>
        </Alert>
      )}
      <Lines
        caption="Problems"
        rows={problems}
        total={problemCount}
        rowKey={(row) => JSON.stringify(row)}
        columns={problemColumns}
      />
      <Lines
        caption={isApplied ? 'Changes made' : 'Changes'}
        rows={changes}
        total={changeCount}
        rowKey={({ line }) => String(line)}
        columns={changeColumns}
      />
    </>
  )
}

/** A table of lines of the file, and how many of the `total` lines it has. */
function Lines<Row>({ total, ...table }: ComponentProps<typeof Table<Row>> & { total: number }) {
  const id = useId()
  const { caption, rows } = table
  if (rows.length === 0) return null
  return (
    <section className="flex flex-col gap-4" aria-labelledby={id}>
      <h2 id={id} className="text-xl">
        {caption}
      </h2>
      <Table {...table} />
      {total > rows.length && (
        <p className="text-ink-soft">
          The first {formatCount(rows.length)} of {formatCount(total)}.
        </p>
      )}
    </section>
  )
}

const problemColumns: readonly Column<Problem>[] = [
  {
    key: 'message',
    heading: 'Problem',
    title: true,
    cell: ({ message }) => <span className="font-normal wrap-anywhere">{message}</span>,
  },
  { key: 'line', heading: 'Line', numeric: true, cell: ({ line }) => line },
  {
    key: 'field',
    heading: 'Field',
    short: true,
    cell: ({ field }) => (field === undefined ? '–' : fieldText(field)),
  },
  {
    key: 'kind',
    heading: 'Kind',
    short: true,
    cell: ({ warning }) => (
      <StatusPill tone={warning ? 'caution' : 'bad'}>{warning ? 'Warning' : 'Error'}</StatusPill>
    ),
  },
]

const changeColumns: readonly Column<Change>[] = [
  {
    key: 'part',
    heading: 'Part',
    title: true,
    cell: ({ partNumber }) => <span className="wrap-anywhere">{partNumber}</span>,
  },
  {
    key: 'fields',
    heading: 'Before and after',
    cell: ({ fields }) => (
      <ul className="flex flex-col gap-1">
        {fields.map(({ field, before, after }) => (
          <li key={field} className="wrap-anywhere">
            {fieldText(field)}: <del>{valueText(field, before)}</del>{' '}
            <ins className="no-underline">→ {valueText(field, after)}</ins>
          </li>
        ))}
      </ul>
    ),
  },
  { key: 'line', heading: 'Line', numeric: true, cell: ({ line }) => line },
]
