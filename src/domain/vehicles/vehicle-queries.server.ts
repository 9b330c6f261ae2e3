import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import type { DecodedVin } from './decode-vin.ts'
import { isDecodedModel } from './decoded-model.ts'
import type { KnownVehicle } from './judge-fit.ts'
import { BASE_VARIANT, type Engine, engineKey, engineLabel, type VehicleChoices } from './vehicle.ts'

/** The engines of a model, or of one variant of it, in these years, both included, by litres and cylinders. */
export async function selectEngines(
  db: Database,
  of: { make: string; model: string; variant?: string | undefined; yearFrom: number; yearTo: number },
): Promise<VehicleChoices['engines']> {
  const rows = await db
    .selectFrom('vehicles')
    .distinct()
    .select(['displacement_l', 'cylinders'])
    .where('make', '=', of.make)
    .where('model', '=', of.model)
    .where('year', '>=', of.yearFrom)
    .where('year', '<=', of.yearTo)
    .$if(of.variant !== undefined, (query) =>
      query.where((of_) => of_(of_.fn.coalesce('variant', of_.val(BASE_VARIANT)), '=', of.variant ?? '')),
    )
    .orderBy('displacement_l')
    .orderBy('cylinders')
    .execute()
  return rows
    .map((row): Engine => ({ displacementL: row.displacement_l, cylinders: row.cylinders }))
    .map((engine) => ({ key: engineKey(engine), label: engineLabel(engine) }))
}

/** The variants and engines that the store knows of a model in one year. */
export async function selectKnownVehicles(
  db: Database,
  { make, model, year }: { make: string; model: string; year: number },
): Promise<KnownVehicle[]> {
  const rows = await db
    .selectFrom('vehicles')
    .distinct()
    .select(['variant', 'displacement_l', 'cylinders'])
    .where('make', '=', make)
    .where('model', '=', model)
    .where('year', '=', year)
    .execute()
  return rows.map(({ variant, displacement_l: displacementL, cylinders }) => ({
    variant: variant ?? BASE_VARIANT,
    engine: engineKey({ displacementL, cylinders }),
  }))
}

/**
 * The vehicles that a decoded VIN may be: of its make, model and year, with its engine as far as that is known. None where what NHTSA
 * says of model or engine fits no vehicle of the store.
 */
export async function findDecodedVehicles(db: Database, decoded: DecodedVin) {
  const { make, year, displacementL, cylinders, isElectric } = decoded
  if (make === null || decoded.model === null || year === null) return []
  const rows = await db
    .selectFrom('vehicles')
    .select(['id', 'make', 'model', 'variant', 'displacement_l', 'cylinders'])
    .where(sql<boolean>`lower(make) = lower(${make}) and year = ${year}`)
    .orderBy('id')
    .execute()
  const ofModel = rows.filter(
    (row) =>
      isDecodedModel(row, decoded) &&
      (displacementL === null || row.displacement_l === displacementL) &&
      (!isElectric || (row.displacement_l === null && row.cylinders === null)),
  )
  const ofEngine = ofModel.filter((row) => cylinders === null || row.cylinders === cylinders)
  // NHTSA gives the six cylinders of Ram's diesel engine of 2012 and 2013 as eight: the liters distinguish it from the others.
  const found = ofEngine.length === 0 && displacementL !== null ? ofModel : ofEngine
  return found.map((row) => ({
    id: row.id,
    make: row.make,
    model: row.model,
    engine: engineKey({ displacementL: row.displacement_l, cylinders: row.cylinders }),
  }))
}
