import { sql } from 'kysely'
import { staleWhileRevalidate } from '../shared/stale-while-revalidate.ts'
import type { BrowsingShop } from '../shop.ts'
import { type NamedModel, type VehicleNames, vehicleNames } from './read-vehicle-words.ts'
import type { Engine } from './vehicle.ts'

/** How long the names of vehicles are used before they are read again, in ms. */
const NAMES_MS = 60_000

/** What words can name of the store's vehicles. After a minute they are read again, and no search waits for that but the first. */
export const namesOfVehicles = staleWhileRevalidate(NAMES_MS, readNames)

async function readNames({ db }: BrowsingShop): Promise<VehicleNames> {
  const { rows } = await sql<{
    make: string
    model: string
    variants: string[]
    engines: { year: number; liters: string | null; cylinders: number | null }[]
  }>`
    select make, model, coalesce(array_agg(distinct variant) filter (where variant is not null), '{}') as variants,
      jsonb_agg(distinct jsonb_build_object('year', year, 'liters', displacement_l::text, 'cylinders', cylinders)) as engines
    from vehicles group by make, model`.execute(db)
  return vehicleNames(
    rows.map(({ make, model, variants, engines }): NamedModel => {
      const years = new Map<number, Engine[]>()
      for (const { year, liters, cylinders } of engines)
        years.set(year, [...(years.get(year) ?? []), { displacementL: liters, cylinders }])
      return { make, model, variants, years }
    }),
  )
}
