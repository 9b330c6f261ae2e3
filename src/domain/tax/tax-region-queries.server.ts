import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import type { TaxRegion } from './tax-region.ts'

/** The regions that are valid on a day of the store: "2026-11-21". For quotes and orders. */
export function readTaxRegions(db: Database, day: string): Promise<TaxRegion[]> {
  return selectRegions(db)
    .where(sql<boolean>`${day}::date between valid_from and coalesce(valid_to, 'infinity')`)
    .execute()
}

/** Every region that was ever entered, by place, and each place's newest first. */
export function readAllTaxRegions(db: Database): Promise<TaxRegion[]> {
  return selectRegions(db)
    .orderBy('country')
    .orderBy('region', (order) => order.asc().nullsFirst())
    .orderBy('postal_from', (order) => order.asc().nullsFirst())
    .orderBy('valid_from', 'desc')
    .orderBy('id')
    .execute()
}

/** The region of this id. */
export function findTaxRegion(trx: Database, id: string): Promise<TaxRegion | undefined> {
  return selectRegions(trx).where('id', '=', id).executeTakeFirst()
}

/** A region that has the same precision, and a place and a day in common with this one. */
export function findOverlap(
  trx: Database,
  { id, country, region, postalFrom, postalTo, validFrom, validTo }: Omit<TaxRegion, 'id'> & { id?: string },
): Promise<TaxRegion | undefined> {
  return selectRegions(trx)
    .where('country', '=', country)
    .where(sql<boolean>`region is not distinct from ${region}`)
    .where(sql<boolean>`id is distinct from ${id ?? null}::uuid`)
    .where(
      sql<boolean>`daterange(valid_from, valid_to, '[]') && daterange(${validFrom}::date, ${validTo}::date, '[]')`,
    )
    .where(
      sql<boolean>`postal_range(coalesce(postal_from, ''), coalesce(postal_to || '~', ''), '[]')
        && postal_range(${postalFrom ?? ''}, ${postalTo === null ? '' : `${postalTo}~`}, '[]')`,
    )
    .limit(1)
    .executeTakeFirst()
}

function selectRegions(db: Database) {
  return db
    .selectFrom('tax_regions')
    .select([
      'id',
      'country',
      'region',
      'postal_from as postalFrom',
      'postal_to as postalTo',
      'name',
      'rate_ppm as ratePpm',
      'delivery_taxed as deliveryTaxed',
      'core_taxed as coreTaxed',
      'core_tax_refunded as coreTaxRefunded',
      sql<string>`valid_from::text`.as('validFrom'),
      sql<string | null>`valid_to::text`.as('validTo'),
    ])
}
