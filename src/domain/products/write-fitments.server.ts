import type { Insertable } from 'kysely'
import type { Database } from '#db/connection.ts'
import type { FitmentsTable } from '#db/schema/vehicles.ts'
import { type Fitment, fitmentKey } from '../vehicles/fitment.ts'
import { parseEngineKey } from '../vehicles/vehicle.ts'

/**
 * Replaces the fitments of a product; equal lines are stored once. Call it in the transaction of the change,
 * with the product's row locked (or new), so that two lists never mix. Returns the number of lines before and
 * after.
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
  const lines = [...new Map(fits.map((fitment) => [fitmentKey(fitment), fitment])).values()]
  if (lines.length > 0)
    await trx
      .insertInto('fitments')
      .values(lines.map((line) => fitmentRow(productId, line)))
      .execute()
  return { before: Number(numDeletedRows), after: lines.length }
}

/** The row for a fitment of this product. */
export function fitmentRow(
  productId: string,
  { yearFrom, yearTo, engine, builtFrom, builtTo, ...line }: Fitment,
): Insertable<FitmentsTable> {
  const known = engine === null ? null : parseEngineKey(engine)
  return {
    product_id: productId,
    ...line,
    year_from: yearFrom,
    year_to: yearTo,
    displacement_l: known?.displacementL ?? null,
    cylinders: known?.cylinders ?? null,
    built_from: builtFrom,
    built_to: builtTo,
  }
}
