import { actionLabels, type AuditEntry, changedFacts } from '#domain/audit/audit.ts'
import type { CsvColumn } from '../../components/admin-list/csv.ts'

/** Times in UTC. */
export const auditCsv: readonly CsvColumn<AuditEntry>[] = [
  { heading: 'When', value: ({ at }) => at },
  { heading: 'What', value: ({ action }) => actionLabels(action) },
  { heading: 'Of', value: ({ subject }) => subject.kind },
  { heading: 'Id', value: ({ subject }) => subject.id },
  { heading: 'Name', value: ({ subject }) => subject.name },
  { heading: 'Who', value: ({ actor }) => actor?.email ?? 'System' },
  {
    heading: 'Change',
    value: (entry) =>
      changedFacts(entry)
        .map(
          ({ name, before, after }) => `${name}: ${[before, after].filter((it) => it !== null).join(' → ')}`,
        )
        .join('; '),
  },
]
