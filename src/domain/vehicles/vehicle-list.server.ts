import type { Database } from '#db/connection.ts'
import { staleWhileRevalidate } from '../shared/stale-while-revalidate.ts'
import { COMMON_MAKES } from './make-names.ts'
import { compareNames, inNameOrder } from './name-order.ts'
import { type NamedModel, type VehicleNames, vehicleNames } from './read-vehicle-words.ts'
import { type Engine, engineKey } from './vehicle.ts'

/** How long the vehicles are used before they are read again, in ms. */
const VEHICLES_MS = 60_000

/** A vehicle of one year. `variant` is null where make and model say all. */
export type VehicleListItem = {
  id: number
  make: string
  model: string
  variant: string | null
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
 * change when a newer list is imported. The caller calls `forget` on the change tag `vehicles`; in case that
 * was lost, they are also read again each minute.
 */
export const createVehicleList = () => staleWhileRevalidate(VEHICLES_MS, readVehicles)

async function readVehicles(db: Database): Promise<VehicleList> {
  const rows = await db
    .selectFrom('vehicles')
    .select(['id', 'make', 'model', 'variant', 'year', 'displacement_l', 'cylinders'])
    .orderBy('id')
    .execute()
  const years = new Map<number, VehicleListItem[]>()
  for (const { id, make, model, variant, year, displacement_l: displacementL, cylinders } of rows) {
    const ofYear = years.get(year) ?? []
    ofYear.push({ id, make, model, variant, engine: { displacementL, cylinders } })
    years.set(year, ofYear)
  }
  const models = readModels(years)
  return { names: vehicleNames(models), makes: inOrder(models), years }
}

/** The models of these vehicles, with their variants and the engines of each year. */
function readModels(years: VehicleList['years']): NamedModel[] {
  const models = new Map<
    string,
    { make: string; model: string; variants: Set<string>; years: Map<number, Engine[]> }
  >()
  for (const [year, vehicles] of years)
    for (const { make, model, variant, engine } of vehicles) {
      const key = `${make}\n${model}`
      const named = models.get(key) ?? { make, model, variants: new Set(), years: new Map() }
      models.set(key, named)
      if (variant !== null) named.variants.add(variant)
      const engines = named.years.get(year) ?? []
      named.years.set(year, engines)
      engines.push(engine)
    }
  return [...models.values()].map(({ variants, years, ...named }) => ({
    ...named,
    variants: [...variants],
    years: new Map([...years].map(([year, engines]) => [year, uniqueEngines(engines)])),
  }))
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
