import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.server.ts'
import { ok, type Outcome, refused } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import { readSalesSettings } from './read-sales-settings.server.ts'
import type { SalesSettings } from './sales-settings.ts'

/**
 * Changes the rules of selling. They change no order that has been placed. Access: admins. The same settings
 * keep their revision.
 * Refusals: settings_changed when another admin has changed them since `revision`.
 */
export function editSalesSettings(
  { db }: Pick<Shop, 'db'>,
  viewer: Viewer,
  edited: SalesSettings,
): Promise<Outcome<SalesSettings>> {
  return db.transaction().execute(async (trx): Promise<Outcome<SalesSettings>> => {
    await sql`select pg_advisory_xact_lock(hashtext('driveline.sales_settings'))`.execute(trx)
    const stored = await readSalesSettings(trx)
    if (stored.revision !== edited.revision)
      return refused('settings_changed', 'Another admin has changed these settings since. Load them again.')
    if (isDeepStrictEqual(stored, edited)) return ok(stored)
    const columns = {
      revision: edited.revision + 1,
      prices_include_tax: edited.pricesIncludeTax,
      plain_orders: edited.plainOrders,
      origin: JSON.stringify(edited.origin),
      countries: edited.countries,
      core_days: edited.coreDays,
      default_grams: edited.defaultGrams,
      tax_number: edited.taxNumber,
      changed_by: viewer.id,
    }
    await trx
      .insertInto('sales_settings')
      .values(columns)
      .onConflict((conflict) =>
        conflict.column('is_only').doUpdateSet({ ...columns, changed_at: sql`clock_timestamp()` }),
      )
      .execute()
    await recordChange(trx, {
      actorId: viewer.id,
      action: 'edit_sales_settings',
      subject: 'settings:sales',
      before: factsOf(stored),
      after: factsOf(edited),
    })
    return ok({ ...edited, revision: columns.revision })
  })
}

/** The settings for the audit, which shows what differs. */
function factsOf({ origin, ...settings }: SalesSettings) {
  return {
    pricesIncludeTax: settings.pricesIncludeTax,
    plainOrders: settings.plainOrders,
    origin: [origin.postalCode, origin.region, origin.country].filter(Boolean).join(', '),
    countries: settings.countries.join(', '),
    coreDays: settings.coreDays,
    defaultGrams: settings.defaultGrams,
    taxNumber: settings.taxNumber,
  }
}
