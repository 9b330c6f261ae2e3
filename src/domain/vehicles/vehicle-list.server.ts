import { sql } from 'kysely'
import { staleWhileRevalidate } from '../shared/stale-while-revalidate.ts'
import type { BrowsingShop } from '../shop.ts'
import { COMMON_MAKES } from './make-names.ts'
import { inNameOrder } from './name-order.ts'
import { type NamedModel, type VehicleNames, vehicleNames } from './read-vehicle-words.ts'
import type { Engine } from './vehicle.ts'

/** How long the vehicles are used before they are read again, in ms. */
const VEHICLES_MS = 60_000

/** The vehicles that the store knows, held in memory. */
export type VehicleList = {
  /** What words can name. */
  names: VehicleNames
  /** The models of each make, both in the order of the finder: the most common makes first. Their engines are in order too. */
  makes: ReadonlyMap<string, readonly NamedModel[]>
}

/**
 * The vehicles of the store: tens of thousands, which change when a newer list is imported, and are asked for with every search. After a
 * minute they are read again, and no request waits for that but the first.
 */
export const vehicleList = staleWhileRevalidate(VEHICLES_MS, readVehicles)

async function readVehicles({ db }: BrowsingShop): Promise<VehicleList> {
  const { rows } = await sql<{
    make: string
    model: string
    variants: string[]
    engines: { year: number; liters: string | null; cylinders: number | null }[]
  }>`
    select make, model, coalesce(array_agg(distinct variant) filter (where variant is not null), '{}') as variants,
      jsonb_agg(distinct jsonb_build_object('year', year, 'liters', displacement_l::text, 'cylinders', cylinders)) as engines
    from vehicles group by make, model`.execute(db)
  const models = rows.map(({ make, model, variants, engines }): NamedModel => {
    const years = new Map<number, Engine[]>()
    for (const { year, liters, cylinders } of engines.toSorted(bySize))
      years.set(year, [...(years.get(year) ?? []), { displacementL: liters, cylinders }])
    return { make, model, variants, years }
  })
  return { names: vehicleNames(models), makes: inOrder(models) }
}

function inOrder(models: readonly NamedModel[]): VehicleList['makes'] {
  const byMake = Map.groupBy(models, ({ make }) => make)
  const makes = inNameOrder([...byMake.keys()])
  const isCommon = (make: string) => COMMON_MAKES.includes(make)
  const ofMake = (make: string) => {
    const byName = new Map((byMake.get(make) ?? []).map((model) => [model.model, model]))
    return inNameOrder([...byName.keys()]).flatMap((name) => byName.get(name) ?? [])
  }
  return new Map(
    [...makes.filter(isCommon), ...makes.filter((make) => !isCommon(make))].map((make) => [
      make,
      ofMake(make),
    ]),
  )
}

type Sizes = { liters: string | null; cylinders: number | null }

/** By liters, then by cylinders; what is unknown comes last. */
function bySize(a: Sizes, b: Sizes): number {
  const number = (value: string | number | null) => (value === null ? Number.MAX_VALUE : Number(value))
  return number(a.liters) - number(b.liters) || number(a.cylinders) - number(b.cylinders)
}
