import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'

export type AuditEntriesTable = {
  id: GeneratedAlways<string>
  at: Generated<Date>
  actor_id: string | null
  action: string
  subject: string
  before: JSONColumnType<Record<string, unknown>> | null
  after: JSONColumnType<Record<string, unknown>> | null
  /** The import that made the change; set by its transaction. */
  import_id: GeneratedAlways<string | null>
}

export type ReconciliationsTable = {
  id: GeneratedAlways<string>
  began_at: Generated<Date>
  finished_at: Date | null
  compared: number | null
  differences: JSONColumnType<unknown[]> | null
}
