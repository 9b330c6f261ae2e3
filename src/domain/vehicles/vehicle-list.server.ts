import type { Database } from '#db/connection.ts'
import { staleWhileRevalidate } from '../shared/stale-while-revalidate.ts'
import { COMMON_MAKES } from './make-names.ts'
import { compareNames, inNameOrder } from './name-order.ts'
import { type NamedModel, type VehicleNames, indexVehicleNames } from './read-vehicle-words.ts'
import { BASE_VARIANT, type Engine, engineKey } from './vehicle.ts'

/** How long the vehicles are used before they are read again, in ms. */
const VEHICLES_MAX_AGE_MS = 60_000

/** `variant` is null where make and model fully describe the vehicle. */
export type VehicleListItem = {
  id: number
  make: string
  model: string
  variant: string | null
  year: number
  engine: Engine
}

/** The vehicles that the store knows, held in memory. */
export type VehicleList = {
  /** Names to recognize in words. */
  names: VehicleNames
  /**
   * The models of each make, both in the order of the finder: the most common makes first. Their engines are
   * in order too.
   */
  makes: ReadonlyMap<string, readonly NamedModel[]>
  /** The vehicles of each year. */
  years: ReadonlyMap<number, readonly VehicleListItem[]>
}

/**
 * Caches the vehicles of a store by its database: tens of thousands, which every search needs, and which
 * change when a newer list is imported. The caller calls `forget` on the cache tag `vehicles`; in case that
 * was lost, they are also read again each minute.
 */
export const createVehicleList = () => staleWhileRevalidate(VEHICLES_MAX_AGE_MS, readVehicles)

/** Reads all vehicles of the store, which takes tens of milliseconds. */
export async function readVehicles(db: Database): Promise<VehicleList> {
  const rows = await db
    .selectFrom('vehicles')
    .select(['id', 'make', 'model', 'variant', 'year', 'displacement_l', 'cylinders'])
    .orderBy('id')
    .execute()
  const vehicles = rows.map(
    ({ id, make, model, variant, year, displacement_l: displacementL, cylinders }) => ({
      id,
      make,
      model,
      variant,
      year,
      engine: { displacementL, cylinders },
    }),
  )
  const models = groupByModel(vehicles)
  return {
    names: indexVehicleNames(models),
    makes: inOrder(models),
    years: Map.groupBy(vehicles, ({ year }) => year),
  }
}

/** The models of these vehicles, with their variants and the engines of each year. */
function groupByModel(vehicles: readonly VehicleListItem[]): NamedModel[] {
  const byModel = Map.groupBy(vehicles, ({ make, model }) => `${make}\n${model}`)
  return [...byModel.values()].flatMap((ofModel) => {
    const variants = [...new Set(ofModel.map(({ variant }) => variant ?? BASE_VARIANT))]
    const years = [...Map.groupBy(ofModel, ({ year }) => year)].map(
      ([year, ofYear]) => [year, uniqueEngines(ofYear.map(({ engine }) => engine))] as const,
    )
    return ofModel.slice(0, 1).map(({ make, model }) => ({ make, model, variants, years: new Map(years) }))
  })
}

/** These engines, each once and in the order of the finder. */
export function uniqueEngines(engines: readonly Engine[]): Engine[] {
  return [...new Map(engines.map((engine) => [engineKey(engine), engine])).values()].toSorted(bySize)
}

function inOrder(models: readonly NamedModel[]): VehicleList['makes'] {
  const sorted = models.toSorted((a, b) => compareNames(a.model, b.model))
  const byMake = Map.groupBy(sorted, ({ make }) => make)
  const makes = inNameOrder([...byMake.keys()])
  const isCommon = (make: string) => COMMON_MAKES.includes(make)
  const ordered = [...makes.filter(isCommon), ...makes.filter((make) => !isCommon(make))]
  return new Map(ordered.map((make) => [make, byMake.get(make) ?? []]))
}

/** By liters, then by cylinders; unknown values come last. */
function bySize(a: Engine, b: Engine): number {
  const number = (value: string | number | null) => (value === null ? Number.MAX_VALUE : Number(value))
  return number(a.displacementL) - number(b.displacementL) || number(a.cylinders) - number(b.cylinders)
}
