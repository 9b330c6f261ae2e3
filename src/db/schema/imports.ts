import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'

type Status = 'checking' | 'checked' | 'refused' | 'applying' | 'applied' | 'failed' | 'undoing' | 'undone'

export type ImportsTable = {
  id: Generated<string>
  kind: 'products' | 'aces' | 'pies' | 'vehicles'
  file_name: string
  options: JSONColumnType<{ skipUnknown?: boolean; columns?: { heading: string; column: string }[] }>
  status: Generated<Status>
  /** Parts of `total`, of the step that runs. */
  done: Generated<number>
  total: Generated<number>
  /** How often the step that runs was begun. */
  attempts: Generated<number>
  report: JSONColumnType<object> | null
  undo_report: JSONColumnType<object> | null
  /** Null: the command line; so are the next two. */
  created_by: string | null
  created_at: Generated<Date>
  applied_at: Date | null
  applied_by: string | null
  undone_at: Date | null
  undone_by: string | null
}

export type ImportFilesTable = { import_id: string; part: 'file' | 'map'; bytes: Buffer }

/** What an import did to a product: imports/import-journal.server.ts. */
export type ImportChangesTable = {
  id: GeneratedAlways<string>
  import_id: string
  product_id: string
  kind: 'added' | 'changed' | 'vehicles' | 'number'
  before: JSONColumnType<object> | null
  after: JSONColumnType<object>
}
