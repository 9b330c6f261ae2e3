import type { Database } from '#db/connection.ts'
import { SECTION_SCHEMAS, type SectionContents, SECTIONS, type SettingsSection } from './store-settings.ts'

/** A section that an admin has changed. */
export type StoredSection<S extends SettingsSection = SettingsSection> = {
  content: SectionContents[S]
  version: string
  changedAt: Date
  /** The admin's name. */
  changedBy: string
}

/** The sections that admins have changed. One that this version of the store cannot read is left out. */
export async function readStoredSettings(
  db: Database,
): Promise<{ [S in SettingsSection]?: StoredSection<S> }> {
  const rows = await db
    .selectFrom('store_settings')
    .innerJoin('accounts', 'accounts.id', 'store_settings.changed_by')
    .select(['section', 'content', 'version', 'changed_at', 'accounts.name'])
    .execute()
  const entries = SECTIONS.flatMap((section) => {
    const row = rows.find((one) => one.section === section)
    const parsed = SECTION_SCHEMAS[section].safeParse(row?.content)
    if (!row || !parsed.success) return []
    const { version, changed_at: changedAt, name: changedBy } = row
    return [[section, { content: parsed.data, version, changedAt, changedBy }]] as const
  })
  return Object.fromEntries(entries)
}
