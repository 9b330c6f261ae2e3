import type { Generated, JSONColumnType } from 'kysely'

export type StoreSettingsTable = {
  section: string
  content: JSONColumnType<object>
  version: Generated<string>
  changed_by: string
  changed_at: Generated<Date>
}
