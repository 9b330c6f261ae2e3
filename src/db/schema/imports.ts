import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'

type Status = 'checking' | 'checked' | 'refused' | 'applying' | 'applied' | 'failed' | 'undoing' | 'undone'

export type ImportsTable = {
  id: Generated<string>
  kind: 'products' | 'aces' | 'pies' | 'vehicles'
  file_name: string
  options: JSONColumnType<{
    skipUnknown?: boolean
    columns?: { heading: string; column: string }[]
    leaveOut?: boolean
    pictures?: { name: string; url: string }[]
  }>
  status: Generated<Status>
  /** How many of `total` the running step has processed. */
  done: Generated<number>
  total: Generated<number>
  /** How often the running step was started. */
  attempts: Generated<number>
  report: JSONColumnType<object> | null
  undo_report: JSONColumnType<object> | null
  /** Null for an import on the command line, like the next two. */
  created_by: string | null
  created_at: Generated<Date>
  applied_at: Date | null
  applied_by: string | null
  undone_at: Date | null
  undone_by: string | null
}

export type ImportFilesTable = { import_id: string; part: 'file' | 'map' | 'refused'; bytes: Buffer }

/** What an import did to a product: imports/import-journal.server.ts. */
export type ImportChangesTable = {
  id: GeneratedAlways<string>
  import_id: string
  product_id: string
  kind: 'added' | 'changed' | 'vehicles' | 'number'
  before: JSONColumnType<object> | null
  after: JSONColumnType<object>
}

export type InformationNotesTable = {
  supplier: string
  note: string
  decided_by: string
  decided_at: Generated<Date>
}
