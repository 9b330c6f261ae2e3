import type { Database } from '#db/connection.ts'
import { DEFAULT_SALES_SETTINGS, type SalesSettings } from './sales-settings.ts'

/** The rules of selling, as admins have changed them. */
export async function readSalesSettings(db: Database): Promise<SalesSettings> {
  const stored = await db
    .selectFrom('sales_settings')
    .select([
      'revision',
      'prices_include_tax as pricesIncludeTax',
      'plain_orders as plainOrders',
      'origin',
      'countries',
      'core_days as coreDays',
      'default_grams as defaultGrams',
      'tax_number as taxNumber',
    ])
    .executeTakeFirst()
  return stored ?? DEFAULT_SALES_SETTINGS
}
