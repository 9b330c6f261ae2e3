import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.server.ts'
import { ok, type Outcome, refused, type UpdateResult } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import { sectionsOf } from './sections-of-content.ts'
import type { EditSettingsInput } from './store-settings.ts'
import { readStoredSettings } from './stored-settings.server.ts'

/**
 * Changes a section of the store's own content; without content, it is what the store's files say, again.
 * Access: admins. The same content: modifiedCount 0.
 * Refusals: settings_changed when another admin has changed the section since `version`.
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
      before: factsOf(before, changed),
      after: factsOf(after, changed),
    })
    return ok({ modifiedCount: 1 })
  })
  shop.publishChange('content')
  return outcome
}

/** Without what is absent: to compare, and for the audit. */
function plain(content: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(content).filter(([, value]) => value !== undefined))
}

/** The changed values for the audit, as text. */
function factsOf(content: Record<string, unknown>, changed: readonly string[]): Record<string, string> {
  return Object.fromEntries(changed.map((key) => [key, textOf(content[key] ?? '', '; ')]))
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
