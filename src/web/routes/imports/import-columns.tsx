import { Link } from 'react-router'
import type { ImportSummary } from '#domain/imports/imported-file.ts'
import * as paths from '#paths.ts'
import { formatMoment } from '../../components/order-card/order-dates.ts'
import { StatusPill } from '../../ui/status-pill.tsx'
import type { Column } from '../../ui/table.tsx'
import { COMMAND_LINE, countsText, KIND_TEXTS, statusText } from './import-texts.ts'

export const importColumns: readonly Column<ImportSummary>[] = [
  {
    key: 'file',
    heading: 'File',
    title: true,
    cell: ({ _id, fileName }) => (
      <Link
        to={paths.importDetails(_id)}
        className="inline-flex min-h-11 min-w-11 items-center wrap-anywhere md:pointer-fine:min-h-9"
      >
        {fileName}
      </Link>
    ),
  },
  { key: 'kind', heading: 'Type', cell: ({ kind }) => KIND_TEXTS[kind] },
  {
    key: 'status',
    heading: 'Status',
    // On a phone it may wrap, for large text.
    className: 'md:whitespace-nowrap',
    cell: (file) => {
      const { label, tone } = statusText(file)
      return (
        <StatusPill wraps tone={tone}>
          {label}
        </StatusPill>
      )
    },
  },
  {
    key: 'counts',
    heading: 'Result',
    cell: ({ counts, status }) => (counts ? countsText(counts, status) : '–'),
  },
  {
    key: 'at',
    heading: 'Uploaded',
    className: 'text-sm',
    cell: ({ createdAt, createdBy }) => (
      <>
        <time dateTime={createdAt}>{formatMoment(createdAt)}</time> by {createdBy ?? COMMAND_LINE}
      </>
    ),
  },
]
