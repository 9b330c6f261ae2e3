import type { Database } from '#db/connection.ts'
import { type Engine, engineKey, engineLabel, type VehicleChoices } from './vehicle.ts'

/** As people look names up: "smart" stands beside "SRT", "9-3" before "900". The database's own order is of bytes. */
const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Names in the order in which people look them up. */
export function inNameOrder(names: readonly string[]): string[] {
  // Of two that differ in capitals only the order is always the same.
  return names.toSorted((a, b) => byName.compare(a, b) || (a < b ? -1 : 1))
}

/** Every make that the store knows, by name. */
export async function selectMakes(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('vehicles').distinct().select('make').execute()
  return inNameOrder(rows.map(({ make }) => make))
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
