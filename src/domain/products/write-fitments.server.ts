import type { Insertable } from 'kysely'
import type { Database } from '#db/connection.ts'
import type { FitmentsTable } from '#db/schema/vehicles.ts'
import { type Fitment, fitmentKey } from '../vehicles/fitment.ts'
import { parseEngineKey } from '../vehicles/vehicle.ts'

/**
 * Replaces the fitments of a product; equal ones are stored once. Call it in the transaction of the change,
 * with the product's row locked (or new), so that two lists never mix. Returns their number before and after.
 */
export async function writeFitments(
  trx: Database,
  productId: string,
  fits: readonly Fitment[],
): Promise<{ before: number; after: number }> {
  const { numDeletedRows } = await trx
    .deleteFrom('fitments')
    .where('product_id', '=', productId)
    .executeTakeFirst()
  const unique = [...new Map(fits.map((fitment) => [fitmentKey(fitment), fitment])).values()]
  if (unique.length > 0)
    await trx
      .insertInto('fitments')
      .values(unique.map((fitment) => fitmentRow(productId, fitment)))
      .execute()
  return { before: Number(numDeletedRows), after: unique.length }
}

export function fitmentRow(
  productId: string,
  { yearFrom, yearTo, engine, builtFrom, builtTo, ...stated }: Fitment,
): Insertable<FitmentsTable> {
  const known = engine === null ? null : parseEngineKey(engine)
  return {
    product_id: productId,
    ...stated,
    year_from: yearFrom,
    year_to: yearTo,
    displacement_l: known?.displacementL ?? null,
    cylinders: known?.cylinders ?? null,
    built_from: builtFrom,
    built_to: builtTo,
  }
}
