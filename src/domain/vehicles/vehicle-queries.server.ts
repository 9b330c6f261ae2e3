import type { Database } from '#db/connection.ts'
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
