import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.server.ts'
import { ok, type Outcome, refused, refusedField, type UpdateResult } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import { sectionsOf } from './sections-of-content.ts'
import { type EditSettingsInput, NO_TIME_ZONE } from './store-settings.ts'
import { readStoredSettings } from './stored-settings.server.ts'

/**
 * Changes a section of the store's own content; without content, it is what the store's files say, again.
 * Access: admins. The same content: modifiedCount 0.
 * Refusals: settings_changed when another admin has changed the section since `version`; invalid_input for a
 * time zone that the database does not know.
 */
export async function editSettings(
  shop: Pick<Shop, 'db' | 'fileContent' | 'publishChange'>,
  viewer: Viewer,
  { section, content, version }: EditSettingsInput,
): Promise<Outcome<UpdateResult>> {
  const outcome = await shop.db.transaction().execute(async (trx): Promise<Outcome<UpdateResult>> => {
    await sql`select pg_advisory_xact_lock(hashtext('driveline.settings'))`.execute(trx)
    const stored = (await readStoredSettings(trx))[section]
    const inFiles = sectionsOf(shop.fileContent)[section]
    if ((stored?.version ?? null) !== version)
      return refused('settings_changed', 'Another admin has changed these settings since. Load them again.')
    const before = plain(stored?.content ?? inFiles)
    const after = plain(content ?? inFiles)
    if (content ? isDeepStrictEqual(before, after) : !stored) return ok({ modifiedCount: 0 })
    const timeZone = section === 'facts' && content && 'timeZone' in content ? content.timeZone : undefined
    if (timeZone !== undefined && !(await isZoneOf(trx, timeZone)))
      return refusedField('content.timeZone', 'invalid_input', NO_TIME_ZONE, 'invalid')
    if (content)
      await sql`
        insert into store_settings (section, content, changed_by)
        values (${section}, ${JSON.stringify(content)}, ${viewer.id})
        on conflict (section) do update set content = excluded.content, version = gen_random_uuid(),
          changed_by = excluded.changed_by, changed_at = clock_timestamp()`.execute(trx)
    else await trx.deleteFrom('store_settings').where('section', '=', section).execute()
    const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
      (key) => !isDeepStrictEqual(before[key], after[key]),
    )
    await recordChange(trx, {
      actorId: viewer.id,
      action: content ? 'edit_settings' : 'reset_settings',
      subject: `settings:${section}`,
      before: factsOf(section, before, changed),
      after: factsOf(section, after, changed),
    })
    return ok({ modifiedCount: 1 })
  })
  shop.publishChange('content')
  return outcome
}

/** Whether the database knows the zone: one that it does not would make every later order fail. */
async function isZoneOf(db: Database, timeZone: string): Promise<boolean> {
  const { rows } = await sql`
    select from pg_timezone_names where lower(name) = lower(${timeZone})`.execute(db)
  return rows.length > 0
}

/** Without what is absent: to compare, and for the audit. */
function plain(content: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(content).filter(([, value]) => value !== undefined))
}

/** The changed values for the audit, as text. */
function factsOf(
  section: EditSettingsInput['section'],
  content: Record<string, unknown>,
  changed: readonly string[],
): Record<string, string> {
  const nameOf = (key: string) => (section === 'hours' && key === 'timeZone' ? 'timesNote' : key)
  return Object.fromEntries(changed.map((key) => [nameOf(key), textOf(content[key] ?? '', '; ')]))
}

/** "Parts counter: (217) 555-0192; Orders: (217) 555-0142". */
function textOf(value: unknown, separator: string): string {
  if (Array.isArray(value)) return value.map((one) => textOf(one, ', ')).join(separator)
  if (typeof value === 'object' && value !== null)
    return Object.values(value)
      .filter((part) => part !== undefined)
      .map((part) => textOf(part, ', '))
      .join(': ')
  return String(value)
}
