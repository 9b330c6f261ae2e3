import { actionLabel, type AuditEntry, changedFacts } from '#domain/audit/audit.ts'
import { ChangedFacts, whenColumn, whoColumn } from '../../components/list/change-columns.tsx'
import type { CsvColumn } from '../../components/list/csv.ts'
import { TextLink } from '../../ui/button.tsx'
import type { Column } from '../../ui/table.tsx'
import { subjectPath } from './audit-list.ts'

export const auditColumns: readonly Column<AuditEntry>[] = [
  {
    key: 'action',
    heading: 'What',
    title: true,
    cell: (entry) => (
      <span className="flex min-w-0 flex-col text-left">
        {actionLabel(entry.action)}
        <Subject subject={entry.subject} />
      </span>
    ),
  },
  whenColumn,
  whoColumn,
  { key: 'change', heading: 'Change', className: 'text-sm', cell: (entry) => <ChangedFacts entry={entry} /> },
]

function Subject({ subject }: { subject: AuditEntry['subject'] }) {
  const path = subjectPath(subject)
  const called = subject.name || `${subject.kind} ${subject.id}`
  const name = subject.orderNumber === undefined ? called : `${subject.orderNumber} ${called}`
  if (!path)
    return (
      <span className="text-sm font-normal text-ink-soft wrap-anywhere">
        {name}
        {!['intent', 'mail', 'message', 'invitation'].includes(subject.kind) && ' (deleted)'}
      </span>
    )
  return (
    <TextLink to={path} className="text-sm font-normal wrap-anywhere hover:text-signal">
      {name}
    </TextLink>
  )
}

export const auditCsv: readonly CsvColumn<AuditEntry>[] = [
  { heading: 'When', value: ({ at }) => new Date(at) },
  { heading: 'What', value: ({ action }) => actionLabel(action) },
  { heading: 'Of', value: ({ subject }) => subject.kind },
  { heading: 'Id', value: ({ subject }) => subject.id },
  { heading: 'Name', value: ({ subject }) => subject.name },
  { heading: 'Who', value: ({ actor }) => actor?.email ?? 'System' },
  {
    heading: 'Change',
    value: (entry) =>
      changedFacts(entry)
        .map(
          ({ name, before, after }) =>
            `${name}: ${[before, after].filter((value) => value !== null).join(' → ')}`,
        )
        .join('; '),
  },
]
