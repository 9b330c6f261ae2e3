import type { Database } from '#db/connection.ts'
import { type Engine, engineKey, engineLabel, type VehicleChoices } from './vehicle.ts'

/** Every make that the store knows, by name. */
export async function selectMakes(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('vehicles').distinct().select('make').orderBy('make').execute()
  return rows.map(({ make }) => make)
}

/** The engines of a model in these years, both included, by litres and cylinders. */
export async function selectEngines(
  db: Database,
  of: { make: string; model: string; yearFrom: number; yearTo: number },
): Promise<VehicleChoices['engines']> {
  const rows = await db
    .selectFrom('vehicles')
    .distinct()
    .select(['displacement_l', 'cylinders'])
    .where('make', '=', of.make)
    .where('model', '=', of.model)
    .where('year', '>=', of.yearFrom)
    .where('year', '<=', of.yearTo)
    .orderBy('displacement_l')
    .orderBy('cylinders')
    .execute()
  return rows
    .map((row): Engine => ({ displacementL: row.displacement_l, cylinders: row.cylinders }))
    .map((engine) => ({ key: engineKey(engine), label: engineLabel(engine) }))
}
