import { type ComponentProps, useId } from 'react'
import type { StoredReport } from '#domain/imports/imported-file.ts'
import { formatCount, formatCountOf } from '#domain/shared/format-count.ts'
import { formatUsd } from '#domain/shared/money.ts'
import { Alert } from '../../ui/alert.tsx'
import { StatusPill } from '../../ui/status-pill.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { fieldText, groupProblems, linesText, type ProblemGroup, valueText } from './import-texts.ts'

type Addition = NonNullable<StoredReport['additions']>[number]
type Change = StoredReport['changes'][number]

/**
 * The errors of a file, the parts that it adds, and the changes that it makes. Unused columns are listed here
 * unless they can be chosen.
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
  const { problems, additions = [], changes, counts, problemCount, changeCount, ignored } = report
  return (
    <>
      {ignored.length > 0 && !choosesColumns && (
        <Alert title="Columns not used">
          <p className="wrap-anywhere">{ignored.join(', ')}</p>
        </Alert>
      )}
      <Lines
        caption={problems.every(({ warning }) => warning) ? 'Please check' : 'Problems'}
        rows={groupProblems(problems)}
        shown={problems.length}
        total={problemCount}
        rowKey={({ key }) => key}
        columns={problemColumns}
      />
      <Lines
        caption={isApplied ? 'Parts added' : 'Parts to add'}
        rows={additions}
        total={counts.added}
        rowKey={({ line }) => String(line)}
        columns={additionColumns}
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

/** A table of lines of the file, and how many of the `total` lines it shows; default all its rows. */
function Lines<Row>({
  total,
  shown,
  ...table
}: ComponentProps<typeof Table<Row>> & { total: number; shown?: number }) {
  const id = useId()
  const { caption, rows } = table
  if (rows.length === 0) return null
  return (
    <section className="flex flex-col gap-4" aria-labelledby={id}>
      <h2 id={id} className="text-xl">
        {caption}
      </h2>
      <Table {...table} />
      {total > (shown ?? rows.length) && (
        <p className="text-ink-soft">
          The first {formatCount(shown ?? rows.length)} of {formatCount(total)}.
        </p>
      )}
    </section>
  )
}

const problemColumns: readonly Column<ProblemGroup>[] = [
  {
    key: 'message',
    heading: 'Problem',
    title: true,
    cell: ({ first, problems }) => (
      <div className="font-normal wrap-anywhere">
        {problems.length > 1 && <strong>{formatCountOf(problems.length, 'line')}: </strong>}
        {first.message}
        {problems.some(({ message }) => message !== first.message) && (
          <details>
            <summary className="min-h-11 cursor-pointer py-2 text-ink-soft md:pointer-fine:min-h-0">
              Each line
            </summary>
            <ul className="flex flex-col gap-1">
              {problems.map(({ line, message }) => (
                <li key={`${line} ${message}`}>
                  Line {line}: {message}
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
    ),
  },
  {
    key: 'line',
    heading: 'Line',
    className: 'tabular-nums md:max-w-48',
    cell: ({ problems }) => linesText(problems),
  },
  {
    key: 'field',
    heading: 'Field',
    short: true,
    cell: ({ first: { field } }) => (field === undefined ? '–' : fieldText(field)),
  },
  {
    key: 'kind',
    heading: 'Kind',
    short: true,
    cell: ({ first: { warning } }) => (
      <StatusPill tone={warning ? 'caution' : 'bad'}>{warning ? 'Warning' : 'Error'}</StatusPill>
    ),
  },
]

const additionColumns: readonly Column<Addition>[] = [
  {
    key: 'part',
    heading: 'Part',
    title: true,
    cell: ({ partNumber, name }) => <PartName partNumber={partNumber} name={name} />,
  },
  { key: 'price', heading: 'Price', numeric: true, cell: ({ price }) => formatUsd(price) },
  { key: 'line', heading: 'Line', numeric: true, cell: ({ line }) => line },
]

function PartName({ partNumber, name }: { partNumber: string; name: string | undefined }) {
  return (
    <span className="wrap-anywhere">
      {partNumber}
      {name && <span className="block font-normal text-ink-soft">{name}</span>}
    </span>
  )
}

const changeColumns: readonly Column<Change>[] = [
  {
    key: 'part',
    heading: 'Part',
    title: true,
    cell: ({ partNumber, name }) => <PartName partNumber={partNumber} name={name} />,
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
