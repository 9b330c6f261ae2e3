import { normalizeText } from '../shared/normalize-text.ts'
import { MAKE_ALIASES, modelAliases, vehicleNameKey, SPOKEN_NAMES } from './make-names.ts'
import { engineIn } from './read-engine-words.ts'
import type { Engine, VehicleQuery } from './vehicle.ts'

/** A vehicle that words can name: a model with its years, and the engines of each year. */
export type NamedModel = {
  make: string
  model: string
  /** Variants, which people type instead of the model: "325i". */
  variants: readonly string[]
  years: ReadonlyMap<number, readonly Engine[]>
}

/** The names that words can contain, prepared once by `indexVehicleNames` and used for many texts. */
export type VehicleNames = {
  makes: ReadonlyMap<string, string>
  models: ReadonlyMap<string, readonly NamedModel[]>
}

/** Longer texts are not parsed. */
const MAX_WORDS = 24
/** Words of a make or model: "Town and Country", "Range Rover Evoque". */
const MAX_NAME_WORDS = 4
/** Years written with two digits, "'98", are from 1984 on. */
const FIRST_TWO_DIGIT_YEAR = 84

/** Makes that modify the cars of other makes: "f150" alone is Ford's. */
const TUNERS: readonly string[] = [
  'Alpina',
  'Azure Dynamics',
  'Roush',
  'Ruf',
  'Saleen',
  'Shelby',
  'SRT',
  'STI',
]

/** The years in the words, both included. */
export type Years = { from: number; to: number }

/** Prepares the names of these models. */
export function indexVehicleNames(models: readonly NamedModel[]): VehicleNames {
  const makes = new Map(models.map(({ make }) => [vehicleNameKey(make), make]))
  for (const [alias, make] of MAKE_ALIASES)
    if (makes.has(vehicleNameKey(make)) && !makes.has(alias)) makes.set(alias, make)
  const byName = new Map<string, NamedModel[]>()
  for (const model of models)
    for (const name of namesOf(model)) byName.set(name, [...(byName.get(name) ?? []), model])
  return { makes, models: byName }
}

/**
 * "Caravan/Grand Caravan" is both, "3" of Mazda also "mazda3", "3 Series" also "325i", "Silverado 2500 HD"
 * also "Silverado 2500", and a pickup without its class ("silverado") is the half-ton, the most common one.
 */
export function namesOf({ make, model, variants }: NamedModel): Set<string> {
  const own = [
    model,
    ...model.split('/'),
    make + model,
    ...modelAliases(model),
    ...(SPOKEN_NAMES.get(model) ?? []),
  ]
  // "325i", "C300": unambiguous letters and digits; not "4WD", "2Dr", "3.0i".
  const designations = variants
    .map((variant) => variant.split(' ')[0] ?? '')
    .filter((word) => /^(?=.*\d)(?=.*[a-z])[a-z0-9-]{3,}$/i.test(word) && !/^\d(?:wd|dr)$/i.test(word))
  return new Set([...own, ...designations].map(vehicleNameKey))
}

/**
 * Reads a vehicle from words: "2012 honda civic 1.8 brake pads" is the 2012 Honda Civic with its 1.8 L
 * engine, and "brake pads" remain. A model without its make counts only if exactly one model has that name,
 * in that year if there is one, and the name is not another word; a name of digits never counts. Ambiguous
 * words remain. For "2005-2010 civic" the vehicle has no year.
 * @param isWord whether this lower-case word means something else here, such as "fit" or "element" in a
 * search for parts.
 */
export function readVehicleWords(
  text: string,
  names: VehicleNames,
  isWord: (word: string) => boolean = () => false,
): { vehicle: VehicleQuery; years?: Years | undefined; rest: string } {
  const words = vehicleWords(text)
  if (words.length > MAX_WORDS) return { vehicle: {}, rest: text.trim() }
  const { yearAt, years, found } = findNames(words, names, isWord)
  if (!found) return { vehicle: {}, rest: words.join(' ') }
  const used = new Set(found.used)
  if (yearAt !== undefined) used.add(yearAt)
  const model = found.model
  const year = years?.from === years?.to ? years?.from : undefined
  const engine = model && year !== undefined ? engineIn(words, used, model.years.get(year) ?? []) : undefined
  const vehicle: VehicleQuery = {
    make: found.make,
    ...(year !== undefined && { year }),
    ...(model && { model: model.model }),
    ...(engine && { engine: engine.key }),
  }
  for (const at of engine?.used ?? []) used.add(at)
  return { vehicle, years, rest: words.filter((_, at) => !used.has(at)).join(' ') }
}

/** The words of a text as `readVehicleWords` uses them: "2005 – 2010" is the one word "2005-2010". */
export function vehicleWords(text: string): string[] {
  return (
    normalizeText('NFKC', text)
      .replaceAll('&', ' and ')
      .replaceAll(/\b(\d\d|\d{4})(?:\s*[-–—]\s*|\s+to\s+)(\d\d|\d{4})\b/gi, '$1-$2')
      // "1,5" and "100,000" are one word; "2008,2009" are two.
      .split(/[\s;]+|,(?!\d{1,3}(?!\d))|(?<!\d),/)
      .filter(Boolean)
  )
}

/**
 * The years and the name next to them. Bare pairs of digits are years only directly before a name, or with a
 * leading zero directly after it, of a model built in these years, and only if they are not part of a name:
 * "08 civic", "civic 08", "05-10 civic", not "15 in rim civic" or "Saab 93".
 */
function findNames(words: readonly string[], names: VehicleNames, isWord: NameLookup['isWord']) {
  const lookup = { names, isWord }
  const dated = words.flatMap((word, at) => (parseYears(word, lookup) ? [at] : []))
  const [yearAt] = dated.length === 1 ? dated : []
  const years = yearAt === undefined ? undefined : parseYears(words[yearAt], lookup)
  const found = bestName(words, yearAt, { ...lookup, years })
  if (!found || dated.length > 0) return { yearAt, years, found }
  for (const [at, word] of words.entries()) {
    const meant = /^\d\d(?:-\d\d)?$/.test(word) ? parseYears(`'${word}`, lookup) : undefined
    const adjacent = meant && bestName(words, at, { ...lookup, years: meant })
    if (!adjacent?.model || adjacent.used.length < found.used.length) continue
    const isAdjacent =
      Math.min(...adjacent.used) === at + 1 || (word.startsWith('0') && Math.max(...adjacent.used) === at - 1)
    if (isAdjacent) return { yearAt: at, years: meant, found: adjacent }
  }
  return { yearAt, years, found }
}

/** 2012, '12 with its apostrophe, or 2005-2010 and 2005-10 unless they mean something else. */
function parseYears(word = '', { isWord }: Pick<NameLookup, 'isWord'>): Years | undefined {
  const [first = '', last = first, ...more] = word.split('-')
  const from = parseYear(first)
  const to = parseYear(last) ?? parseYear(`'${last}`)
  if (from === null || to === null || from > to || more.length > 0) return undefined
  return from < to && isWord(word.replace(/^['’]/, '')) ? undefined : { from, to }
}

/** 2012, or '12 with its apostrophe. */
function parseYear(word: string): number | null {
  if (/^(?:19[4-9]\d|20[0-4]\d)$/.test(word)) return Number(word)
  const short = /^['’](\d\d)$/.exec(word)?.[1]
  if (short === undefined) return null
  return Number(short) + (Number(short) >= FIRST_TWO_DIGIT_YEAR ? 1900 : 2000)
}

/**
 * The same vehicle with make and model as the store spells them, from any spelling, alias and case, and from
 * whatever words mean the same: "chevy", "f150", "silverado", a 2015 "Dodge" "Ram 1500". Unknown names stay
 * unchanged. Every call that takes a vehicle reads it here.
 */
export function spelledVehicle<Vehicle extends Pick<VehicleQuery, 'make' | 'model' | 'year'>>(
  vehicle: Vehicle,
  names: VehicleNames,
): Vehicle {
  const { model, year } = vehicle
  if (vehicle.make === undefined) return vehicle
  // Names without Latin letters and digits share a blank key: only their own spelling is theirs.
  const make = names.makes.get(vehicleNameKey(vehicle.make) || vehicle.make) ?? vehicle.make
  const span = { name: vehicleNameKey(model ?? ''), at: [] }
  if (model === undefined || span.name === '') return { ...vehicle, make }
  const years = year === undefined ? undefined : { from: year, to: year }
  const isExact = (named: NamedModel) =>
    named.make === make && named.model === model && isBuiltIn(named, years)
  if (names.models.get(span.name)?.some(isExact)) return { ...vehicle, make }
  const lookup = { names, isWord: () => false }
  const [ofYear] = modelsAt(span, { ...lookup, years }, make)
  if (ofYear) return { ...vehicle, make, model: ofYear.model.model }
  const words = readVehicleWords([year, vehicle.make, model].filter(Boolean).join(' '), names)
  if (words.rest === '' && words.vehicle.make !== undefined && words.vehicle.model !== undefined)
    return { ...vehicle, make: words.vehicle.make, model: words.vehicle.model }
  const [ofAnyYear] = modelsAt(span, lookup, make)
  return { ...vehicle, make, model: ofAnyYear?.model.model ?? model }
}

type Found = { make: string; model?: NamedModel; used: number[] }
/** Names to find, the years that restrict them, and whether a word also means something else. */
type NameLookup = { names: VehicleNames; years?: Years | undefined; isWord: (word: string) => boolean }

/** The make and model that explain the most words; null if ambiguous. */
function bestName(words: readonly string[], yearAt: number | undefined, lookup: NameLookup): Found | null {
  const spans = spansOf(words, yearAt)
  const found: Found[] = []
  for (const { name, at } of spans) {
    const make = lookup.names.makes.get(name)
    if (make !== undefined) {
      const models = spans.flatMap((span) => (overlap(span.at, at) ? [] : modelsAt(span, lookup, make)))
      found.push(...models.map(({ model, used }) => ({ make, model, used: [...at, ...used] })))
      if (!at.some((word) => isOtherWord(words[word], lookup)) && isMadeIn(make, lookup))
        found.push({ make, used: at })
    }
    if (/\D/.test(name) && name.length > 2 && !at.every((word) => isOtherWord(words[word], lookup)))
      found.push(
        ...modelsAt({ name, at }, lookup).map(({ model, used }) => ({ make: model.make, model, used })),
      )
  }
  const rank = ({ model, used }: Found) => used.length * 2 + Number(model !== undefined)
  const max = Math.max(...found.map(rank))
  const best = found.filter((each) => rank(each) === max)
  const first = best[0]
  if (!first) return null
  // A make in the words counts more than an implied one: "ram 1500".
  const isSame = best.every(({ make, model }) => make === first.make && model?.model === first.model?.model)
  return isSame ? first : (best.find((each) => each.model && namesMake(each, words, lookup)) ?? null)
}

/** Runs of words that may be a name, excluding the year. */
export function spansOf(words: readonly string[], yearAt: number | undefined) {
  const spans: { name: string; at: number[] }[] = []
  for (let from = 0; from < words.length; from += 1)
    for (let to = from; to < Math.min(words.length, from + MAX_NAME_WORDS) && to !== yearAt; to += 1) {
      if (from === yearAt) break
      const at = Array.from({ length: to - from + 1 }, (_, index) => from + index)
      spans.push({ name: vehicleNameKey(at.map((word) => words[word]).join('')), at })
    }
  return spans.filter(({ name }) => name !== '')
}

/** The one model with this name, of the make and in the year if given; empty if there is none or several. */
function modelsAt(span: { name: string; at: number[] }, { names, years }: NameLookup, make?: string) {
  const models = (names.models.get(span.name) ?? []).filter(
    (model) =>
      (make === undefined ? !TUNERS.includes(model.make) : model.make === make) && isBuiltIn(model, years),
  )
  const exact = models.filter(({ model }) => vehicleNameKey(model) === span.name)
  const alias = models.filter(({ model }) =>
    modelAliases(model).some((name) => vehicleNameKey(name) === span.name),
  )
  const meant = exact.length > 0 ? exact : models
  // Without years, the current or latest model: "Silverado 2500" until 2004, "Silverado 2500 HD" since 2001.
  const [newest] = !years && exact.length === 1 ? [...exact, ...alias].toSorted(byLastYear) : []
  if (newest && newest.make === exact[0]?.make) return [{ model: newest, used: span.at }]
  const [model] = meant
  return model && meant.length === 1 ? [{ model, used: span.at }] : []
}

function byLastYear(a: NamedModel, b: NamedModel): number {
  return Math.max(...b.years.keys()) - Math.max(...a.years.keys())
}

function overlap(a: readonly number[], b: readonly number[]): boolean {
  return a.some((at) => b.includes(at))
}

function isOtherWord(word: string | undefined, { isWord }: NameLookup): boolean {
  return isWord((word ?? '').toLowerCase())
}

function isMadeIn(make: string, { names, years }: NameLookup): boolean {
  if (!years) return true
  return [...names.models.values()].some((models) =>
    models.some((model) => model.make === make && isBuiltIn(model, years)),
  )
}

function isBuiltIn(model: NamedModel, years: Years | undefined): boolean {
  return !years || model.years.keys().some((year) => years.from <= year && year <= years.to)
}

function namesMake({ make, used }: Found, words: readonly string[], { names }: NameLookup): boolean {
  const nameAt = (at: number, length: number) =>
    vehicleNameKey(
      used
        .slice(at, at + length)
        .map((word) => words[word])
        .join(''),
    )
  return used.some((_, at) => [1, 2, 3].some((length) => names.makes.get(nameAt(at, length)) === make))
}
