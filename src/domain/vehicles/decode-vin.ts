import { agreedPattern, matchesKeys, vinKey, type VinElement, type VinPattern } from './vin-pattern.ts'
import { modelYears } from './vin-year.ts'
import { manufacturerCode } from './vin.ts'

/** The VIN data of the store: a port to NHTSA's patterns. Both calls are synchronous and local. */
export type VinData = {
  /** `make`: if the manufacturer has only one. `mayBeHeavy`: the code is also used for heavy trucks. */
  manufacturer(code: string): { name: string; make: string | null; mayBeHeavy: boolean } | null
  /** The patterns of all schemas of this code and model year. */
  patterns(code: string, year: number): VinPattern[]
}

/** A decoded VIN. Values on which its patterns disagree are null: never a wrong value. */
export type DecodedVin = {
  manufacturer: string
  year: number | null
  /** False if a truck's VIN may mean two years. */
  yearIsSure: boolean
  /** Make and model by NHTSA's names, the make in capitals. */
  make: string | null
  model: string | null
  /** For a truck whose model NHTSA names without it: 1500 to 4500, or 150 to 350 HD. */
  weightClass: string | null
  /** Liters with one decimal. */
  displacementL: string | null
  cylinders: number | null
  isElectric: boolean
}

/** Decodes a valid VIN; null when its manufacturer is not known. */
export function decodeVin(vin: string, deps: { data: VinData; thisYear: number }): DecodedVin | null {
  const code = manufacturerCode(vin)
  const manufacturer = deps.data.manufacturer(code)
  if (!manufacturer) return null
  const key = vinKey(vin)
  const years = modelYears(vin, { ...deps, ...manufacturer }).map((year) => {
    const patterns = deps.data.patterns(code, year)
    const matching = patterns.filter(({ keys }) => matchesKeys(keys, key))
    return { year, patterns, matching, model: agreedPattern(matching, 'model') }
  })
  const withModel = years.filter(({ model }) => model)
  const [found = years[0]] = withModel
  const [make = null, model = null] = found?.model?.value.split('\t') ?? [manufacturer.make]
  const value = (element: VinElement) => (found ? valueOf(found, element) : null)
  const cylinders = value('cylinders')
  const displacementL = value('displacement')
  return {
    manufacturer: manufacturer.name,
    year: found?.year ?? null,
    yearIsSure: years.length === 1 || withModel.length === 1,
    make,
    model,
    weightClass: value('class'),
    displacementL,
    cylinders: cylinders === null ? null : Number(cylinders),
    isElectric: value('fuel') === 'Electric' && displacementL === null && cylinders === null,
  }
}

type Found = { patterns: VinPattern[]; matching: VinPattern[]; model: VinPattern | undefined }

/**
 * The value in the model's own schema; if it has none, that in the schemas without models, in which some
 * manufacturers describe their engines. Schemas of other models do not count.
 */
function valueOf({ patterns, matching, model }: Found, element: VinElement): string | null {
  const ofModels = new Set(patterns.flatMap((each) => (each.element === 'model' ? [each.schema] : [])))
  const own = matching.filter((each) => each.schema === model?.schema && each.element === element)
  const shared = matching.filter(({ schema }) => !ofModels.has(schema))
  return agreedPattern(own.length > 0 ? own : shared, element)?.value ?? null
}
