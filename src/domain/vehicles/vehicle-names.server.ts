import { sql } from 'kysely'
import type { Shop } from '../shop.ts'
import { type NamedModel, type VehicleNames, vehicleNames } from './read-vehicle-words.ts'
import type { Engine } from './vehicle.ts'

/** How long the names of vehicles are used before they are read again, in ms. */
const NAMES_MS = 60_000
type Names = { readAt: number; names: Promise<VehicleNames> }
const namesOfShops = new WeakMap<Shop, Names>()

/** What words can name of the store's vehicles. After a minute they are read again, and no search waits for that but the first. */
export function namesOfVehicles(shop: Shop): Promise<VehicleNames> {
  const known = namesOfShops.get(shop)
  if (known && performance.now() - known.readAt < NAMES_MS) return known.names
  const next: Names = { readAt: performance.now(), names: readNames(shop) }
  // Until then the known ones go on being used; a failed reading is tried again.
  namesOfShops.set(shop, known ? { ...next, names: known.names } : next)
  next.names.then(
    () => namesOfShops.set(shop, next),
    () => (known ? namesOfShops.set(shop, { ...known, readAt: -NAMES_MS }) : namesOfShops.delete(shop)),
  )
  return known?.names ?? next.names
}

async function readNames({ db }: Shop): Promise<VehicleNames> {
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
