import type { DatabaseSync } from 'node:sqlite'
import { matchesKeys } from '../../src/domain/vehicles/vin-pattern.ts'
import { HEAVY_TRUCKS, type HeavyTruck } from './heavy-trucks.ts'

type Element = 'model' | 'other' | 'series' | 'liters' | 'cylinders' | 'fuel'
type Pattern = { code: string; schema: number; element: Element; keys: string; value: string }
type Patterns = (element: Element) => readonly Pattern[]
/** A heavy truck of a year with one engine; several fuels are joined by "or". */
export type TruckEngine = Record<'year' | 'make' | 'model' | 'displacement_l' | 'cylinders' | 'fuel', string>

/** Selects vPIC's patterns of the manufacturer codes under which a make sold trucks in a year. */
const PATTERNS = `
  with codes as materialized (
    select w.Wmi as code, s.VinSchemaId as schema from Wmi w join Wmi_VinSchema s on s.WmiId = w.Id
    where s.YearFrom <= :year and coalesce(s.YearTo, 2100) >= :year and w.Id in (
      select x.WmiId from Wmi_VinSchema x where x.YearFrom <= :year and coalesce(x.YearTo, 2100) >= :year
        and x.VinSchemaId in (select schema from models where make = :make)))
  select code, schema, case make when :make then 'model' else 'other' end as element, keys, name as value
  from codes join models using (schema)
  union all
  select code, schema, case ElementId when 34 then 'series' when 9 then 'cylinders' when 24 then 'fuel' else 'liters' end, Keys,
    case ElementId when 13 then printf('%.1f', AttributeId) when 11 then printf('%.1f', AttributeId / 1000.0)
      when 24 then (select Name from FuelType f where f.Id = cast(AttributeId as integer)) else AttributeId end
  from codes join Pattern on VinSchemaId = schema where ElementId in (9, 11, 13, 24, 34)`

const FUELS: Readonly<Record<string, string>> = {
  'Compressed Natural Gas (CNG)': 'CNG',
  'Flexible Fuel Vehicle (FFV)': 'E85',
  'Liquefied Petroleum Gas (propane or LPG)': 'Propane',
  'Ethanol (E85)': 'E85',
}

/**
 * The trucks of heavy-trucks.ts, with each of their engines in each year in which vPIC has it. Leaves indexes
 * in the database.
 */
export function findHeavyTrucks(vpic: DatabaseSync): TruckEngine[] {
  vpic.exec(`
    create temp table models as
      select p.VinSchemaId as schema, p.Keys as keys, k.Name as make, m.Name as name
      from Pattern p join Model m on m.Id = cast(p.AttributeId as integer) join Make_Model mm on mm.ModelId = m.Id
        join Make k on k.Id = mm.MakeId where p.ElementId = 28;
    create index temp.models_schema on models (schema);
    create index if not exists pattern_schema on Pattern (VinSchemaId);
    create index if not exists schema_code on Wmi_VinSchema (WmiId)`)
  const select = vpic.prepare(PATTERNS)
  const read = new Map<string, Map<string, Pattern[]>>()
  const byCode = (make: string, year: number) => {
    const key = `${make}\t${year}`
    const codes = read.get(key) ?? Map.groupBy(select.all({ make, year }) as Pattern[], ({ code }) => code)
    read.set(key, codes)
    return codes
  }
  return HEAVY_TRUCKS.flatMap((truck) =>
    yearsOf(truck).flatMap((year) =>
      enginesOf(truck, year, byCode(truck.make, year)).map(([engine, fuels]) => {
        const [liters = '', cylinders = ''] = engine.split('-')
        const fuel = [...fuels].toSorted().join(' or ')
        return {
          year: String(year),
          make: truck.make,
          model: truck.model,
          displacement_l: liters,
          cylinders,
          fuel,
        }
      }),
    ),
  )
}

function yearsOf({ engines }: HeavyTruck): number[] {
  const first = Math.min(...engines.map(([, from]) => from))
  const last = Math.max(...engines.map(([, , to]) => to))
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/**
 * The engines of the truck in this year with their fuels. When vPIC has the truck but describes none of its
 * engines, all engines it ever had.
 */
function enginesOf(truck: HeavyTruck, year: number, codes: ReadonlyMap<string, readonly Pattern[]>) {
  const sold = truck.engines
    .filter(([, first, last]) => first <= year && year <= last)
    .map(([engine]) => engine)
  const found = new Map<string, Set<string>>()
  let isKnown = false
  let isDescribed = false
  for (const patterns of codes.values()) {
    const byElement = Map.groupBy(patterns, ({ element }) => element)
    const about: Patterns = (element) => byElement.get(element) ?? []
    const ofModels = new Set([...about('model'), ...about('other')].map(({ schema }) => schema))
    for (const { schema, keys } of trucksOf(truck, about)) {
      isKnown = true
      for (const liters of about('liters')) {
        if (liters.schema !== schema && ofModels.has(liters.schema)) continue
        if (!meet([...keys, liters.keys])) continue
        isDescribed = true
        const valuesOf = (element: Element) =>
          about(element)
            .filter((other) => other.schema === liters.schema && meet([...keys, liters.keys, other.keys]))
            .map(({ value }) => value)
        const ofSize = sold.filter((engine) => engine.startsWith(`${liters.value}-`))
        // Used only to distinguish engines of one size: some makers state none, and vPIC has wrong ones.
        const cylinders = ofSize.length > 1 ? valuesOf('cylinders') : []
        for (const engine of ofSize) {
          if (cylinders.length > 0 && !cylinders.includes(engine.split('-')[1] ?? '')) continue
          const fuels = valuesOf('fuel').map((fuel) => FUELS[fuel] ?? fuel)
          found.set(engine, new Set([...(found.get(engine) ?? []), ...fuels]))
        }
      }
    }
  }
  if (isKnown && !isDescribed) return sold.map((engine) => [engine, new Set<string>()] as const)
  return [...found]
}

/** The schemas of a truck, each with patterns that the truck's VINs match. */
function trucksOf({ vpic }: HeavyTruck, about: Patterns) {
  const models = about('model').filter(({ value }) => vpic.model.test(value))
  const { series } = vpic
  if (!series) return models.map(({ schema, keys }) => ({ schema, keys: [keys] }))
  return models.flatMap(({ schema, keys: ofModel }) =>
    about('series')
      .filter((each) => each.schema === schema && series.test(each.value) && meet([ofModel, each.keys]))
      .map(({ keys }) => ({ schema, keys: [ofModel, keys] })),
  )
}

const CHARACTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789|')
const read = new Map<string, readonly bigint[]>()

/** Whether a VIN can match all of these patterns. */
function meet(patterns: readonly string[]): boolean {
  const [first = [], ...others] = patterns.map(possible).toSorted((a, b) => b.length - a.length)
  return first.every((own, at) => others.reduce((left, other) => left & (other[at] ?? left), own) !== 0n)
}

/** The characters that a VIN may have at each position of a pattern, as a bit for each character. */
function possible(keys: string): readonly bigint[] {
  const known = read.get(keys)
  if (known) return known
  const positions = (keys.match(/\[[^\]]*\]|./g) ?? []).map((part) =>
    CHARACTERS.reduce(
      (bits, character, at) => (matchesKeys(part, character) ? bits | (1n << BigInt(at)) : bits),
      0n,
    ),
  )
  read.set(keys, positions)
  return positions
}
