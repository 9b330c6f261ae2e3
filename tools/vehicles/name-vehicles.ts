import type { TruckEngine } from './find-heavy-trucks.ts'
import { MAKE_NAMES, MODEL_NAMES } from './model-names.ts'

export type EpaRow = {
  year: string
  make: string
  base_model: string
  model: string
  displacement_l: string
  cylinders: string
  fuel: string
  drive: string
}

/** A row of vehicles.csv; `variant` is '' when EPA's name contains only make and model. */
type VehicleRow = Record<
  'year' | 'make' | 'model' | 'variant' | 'displacement_l' | 'cylinders' | 'fuel' | 'drive' | 'source',
  string
>

/** EPA's long name in the store's terms. */
type Named = { make: string; model: string; variant: string }

/**
 * The vehicles of EPA's rows, one per year, make, model, variant and engine, in this order. Several fuels or
 * drives are joined by "or".
 */
export function nameVehicles(rows: readonly EpaRow[]): VehicleRow[] {
  const names = nameModels(rows)
  const merged = new Map<string, { row: VehicleRow; fuels: Set<string>; drives: Set<string> }>()
  for (const { year, ...epa } of rows) {
    const named = names.get(nameKey(epa))
    const displacement_l = number(epa.displacement_l, 1)
    const cylinders = number(epa.cylinders, 0)
    const isMotor = ['Electricity', 'Hydrogen'].includes(epa.fuel)
    // Without liters and cylinders it would be taken for an electric car.
    if (!named || (!isMotor && displacement_l === '' && cylinders === '')) continue
    const key = [year, named.make, named.model, named.variant, displacement_l, cylinders].join('\t')
    const row = { year, ...named, displacement_l, cylinders, fuel: '', drive: '', source: '' }
    const vehicle = merged.get(key) ?? { row, fuels: new Set(), drives: new Set() }
    vehicle.fuels.add(epa.fuel.replace(' Gasoline', '').replace('Natural Gas', 'CNG'))
    if (epa.drive) vehicle.drives.add(epa.drive)
    merged.set(key, vehicle)
  }
  const joined = (words: Set<string>) => [...words].toSorted().join(' or ')
  return [...merged.entries()]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { row, fuels, drives }]) => ({
      ...row,
      fuel: joined(fuels),
      drive: joined(drives),
      source: 'epa',
    }))
}

/**
 * The vehicles with the trucks that are not among them, in the same order. A truck that EPA has with the same
 * engine, in any variant, counts as present.
 */
export function addTrucks(vehicles: readonly VehicleRow[], trucks: readonly TruckEngine[]): VehicleRow[] {
  const engineOf = (row: TruckEngine) =>
    [row.year, row.make, row.model, row.displacement_l, row.cylinders].join('\t')
  const known = new Set(vehicles.map(engineOf))
  const added = trucks
    .filter((truck) => !known.has(engineOf(truck)))
    .map(({ year, make, model, ...engine }) => ({
      year,
      make,
      model,
      variant: '',
      ...engine,
      drive: '',
      source: 'vpic',
    }))
  const orderOf = (row: VehicleRow) =>
    [row.year, row.make, row.model, row.variant, row.displacement_l, row.cylinders].join('\t')
  return [...vehicles, ...added].toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))
}

/** A number with `decimals`; '' for none, which EPA also writes as NA or 0. */
function number(text: string, decimals: number): string {
  return Number(text) > 0 ? Number(text).toFixed(decimals) : ''
}

/** Make, model and variant of each make and long name of EPA's; those of omitted makes are absent. */
function nameModels(rows: readonly Pick<EpaRow, 'year' | 'make' | 'base_model' | 'model'>[]) {
  const bases = new Map<string, Map<string, number>>()
  const years = new Map<string, Set<string>>()
  for (const row of rows) {
    const key = nameKey(row)
    const counts = bases.get(key) ?? new Map<string, number>()
    bases.set(key, counts.set(row.base_model, (counts.get(row.base_model) ?? 0) + 1))
    years.set(key, (years.get(key) ?? new Set()).add(row.year))
  }
  const named = new Map<string, Named>()
  for (const [key, counts] of bases) {
    const [epaMake = '', long = ''] = key.split('\t')
    const make = MAKE_NAMES[epaMake] === undefined ? epaMake : MAKE_NAMES[epaMake]
    if (make === null) continue
    const base = bestBase(long, counts)
    const model = modelName(make, base, long)
    named.set(key, { make, model, variant: variantOf(long, make, [model, base]) })
  }
  oneSpelling(named, 'model', ({ make }) => make)
  oneSpelling(named, 'variant', ({ make, model }) => `${make}\t${model}`)
  keepApart(named, years)
  return named
}

const nameKey = ({ make, model }: { make: string; model: string }) => `${make}\t${model}`

/**
 * EPA gives some long names several base models over the years: the longest with which the name begins,
 * otherwise the most frequent.
 */
function bestBase(long: string, counts: ReadonlyMap<string, number>): string {
  const begins = (base: string) => Number(long.startsWith(base)) * base.length
  const [best] = [...counts].toSorted(([a, ofA], [b, ofB]) => begins(b) - begins(a) || ofB - ofA)
  return best?.[0] ?? long
}

function modelName(make: string, base: string, long: string): string {
  for (const line of MODEL_NAMES) {
    if (line.make !== make) continue
    const ofBase = line.base?.exec(base)
    const ofModel = line.model?.exec(long)
    if ((line.base && !ofBase) || (line.model && !ofModel)) continue
    return line.name.replace('$1', (ofModel ?? ofBase)?.[1]?.replace(' SE', 'SE') ?? '')
  }
  return base
}

/** The words of EPA's long name that are not in the model: "F150 Pickup 2WD" becomes "Pickup 2WD". */
function variantOf(long: string, make: string, names: readonly string[]): string {
  const words = long.split(/\s+/)
  for (const name of names)
    for (let from = 0; from < words.length; from += 1)
      for (let to = from + 1; to <= words.length; to += 1)
        if (plain(words.slice(from, to).join('')) === plain(name))
          return words
            .toSpliced(from, to - from)
            .join(' ')
            .replace(new RegExp(`^${make}(?: |$)`, 'i'), '')
  return words.join(' ')
}

const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** Merges names that differ only in case into the most frequent; ties go to the first in the alphabet. */
function oneSpelling(
  named: Map<string, Named>,
  field: 'model' | 'variant',
  group: (named: Named) => string,
): void {
  const counts = new Map<string, Map<string, number>>()
  const keyOf = (each: Named) => `${group(each)}\t${each[field].toLowerCase()}`
  for (const each of named.values()) {
    const spellings = counts.get(keyOf(each)) ?? new Map<string, number>()
    counts.set(keyOf(each), spellings.set(each[field], (spellings.get(each[field]) ?? 0) + 1))
  }
  for (const [key, each] of named) {
    const [best] = [...(counts.get(keyOf(each)) ?? [])].toSorted(
      (a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1),
    )
    named.set(key, { ...each, [field]: best?.[0] ?? each[field] })
  }
}

/** Keeps EPA's long names of one year that would become the same variant: no two vehicles may become one. */
function keepApart(named: Map<string, Named>, years: ReadonlyMap<string, ReadonlySet<string>>): void {
  const same = Map.groupBy(named.entries(), ([, { make, model, variant }]) =>
    [make, model, variant].join('\t'),
  )
  for (const entries of same.values()) {
    const all = entries.flatMap(([key]) => [...(years.get(key) ?? [])])
    if (new Set(all).size === all.length) continue
    // Names that differ only in case and spaces mean the same.
    const longs = new Set(entries.map(([key]) => plain(key.split('\t')[1] ?? '')))
    if (longs.size === 1) continue
    for (const [key, each] of entries) {
      const long = key.split('\t')[1] ?? ''
      if (plain(long) !== plain(each.model)) named.set(key, { ...each, variant: long })
    }
  }
}
