import type { NamedModel } from '../../vehicles/read-vehicle-words.ts'
import { FIRST_YEAR, LAST_YEAR } from '../../vehicles/vehicle.ts'
import type { ProblemList } from '../problem-list.ts'
import type { BaseVehicle } from './base-vehicles.ts'
import type { InformationNotes } from './collect-notes.ts'
import type { FindModel, ModelMatch } from './find-model.ts'
import type { AcesApp, AcesValue } from './read-aces.ts'

/**
 * The vehicles that the store lists, and those that the file's map defines. `skipUnknown`: applications of
 * other vehicles and parts are skipped with a warning, instead of refused.
 */
export type AcesContext = {
  baseVehicles: ReadonlyMap<string, BaseVehicle>
  findModel: FindModel
  informationNotes: InformationNotes
  /** The first and last year of any vehicle in the store. */
  listedYears: { from: number; to: number }
  skipUnknown: boolean
}

/** Elements of ACES 4 that identify equipment instead of a vehicle. */
const EQUIPMENT_ELEMENTS: ReadonlySet<string> = new Set([
  'EquipmentBase',
  'EquipmentModel',
  'Mfr',
  'EquipmentType',
])

/** Years beyond a model's own without a warning: lists of vehicles differ by a year or two. */
const TOLERATED_YEARS = 3

type VehicleRef = { make: string; model: string; from: number; to: number; line: number; field: string }
type Vehicle = ModelMatch & { years: { from: number; to: number } }

/** The vehicle of an application, by the store's names; null if it is refused, or skipped with a warning. */
export function resolveVehicle(app: AcesApp, known: AcesContext, problems: ProblemList): Vehicle | null {
  const { findModel, skipUnknown } = known
  const vehicleRef = app.baseVehicle
    ? mappedVehicle(app.baseVehicle, known, problems)
    : namedVehicle(app, known, problems)
  if (!vehicleRef) return null
  const { make, model: modelName, from, to, line, field } = vehicleRef
  const { make: storeMake, match } = findModel(make, modelName)
  // A range may include years in which the model was not built.
  if (match?.model.years.keys().some((year) => from <= year && year <= to)) {
    warnOfYears(vehicleRef, match.model, known, problems)
    return { ...match, years: { from, to } }
  }
  const years = from === to ? String(from) : `${from}–${to}`
  const vehicle = `${years} ${make} ${modelName}`
  const isMakeKnown = storeMake !== undefined
  problems.add(vehicle, {
    line,
    code: 'unknown_vehicle',
    field,
    message: !isMakeKnown
      ? `The store does not list the make ${make}. Correct the name, or add the ${vehicle} with "npx driveline import vehicles".`
      : skipUnknown
        ? `The store does not list the ${vehicle}, so these applications are left out.`
        : `The store does not list the ${vehicle}: customers cannot choose it until it is added.`,
    ...((isMakeKnown || skipUnknown) && { warning: true }),
  })
  if (storeMake === undefined || skipUnknown) return null
  const unknown = match ?? {
    model: { make: storeMake, model: modelName, variants: [], years: new Map() },
    variant: null,
    option: null,
  }
  return { ...unknown, years: { from, to } }
}

/**
 * Warns of years far beyond those in which the model was built. The list of vehicles does not tell about
 * years before its first one, or after its last.
 */
function warnOfYears(
  { make, model: name, from, to, line, field }: VehicleRef,
  { years }: NamedModel,
  { listedYears }: AcesContext,
  problems: ProblemList,
) {
  if (years.has(from) && years.has(to)) return
  const [first, last] = [Math.min(...years.keys()), Math.max(...years.keys())]
  const isTooEarly = first > listedYears.from && from < first - TOLERATED_YEARS
  const isTooLate = last < listedYears.to && to > last + TOLERATED_YEARS
  if (!isTooEarly && !isTooLate) return
  problems.add(`${from} ${to} ${make} ${name}`, {
    line,
    code: 'unlikely_years',
    field,
    message: `The store knows the ${make} ${name} of the years ${first} to ${last}, and the file says ${from} to ${to}. Check the years.`,
    warning: true,
  })
}

/** The vehicle of a base vehicle number, by the map. */
function mappedVehicle(
  { id, line }: AcesValue,
  { baseVehicles, skipUnknown }: AcesContext,
  problems: ProblemList,
) {
  const mapped = baseVehicles.get(id)
  if (mapped) return { ...mapped, from: mapped.year, to: mapped.year, line, field: 'BaseVehicle' }
  // Without a map every number is unknown: reported once.
  const hasMap = baseVehicles.size > 0
  problems.add(hasMap ? id : '', {
    line,
    code: 'unknown_base_vehicle',
    field: 'BaseVehicle',
    message: hasMap
      ? `The map has no vehicle for base vehicle ${id.slice(0, 20) || '(blank)'}. Add it to the map.`
      : 'The file identifies vehicles by base vehicle number: import it together with a map of base vehicles that lists them.',
    ...(skipUnknown && { warning: true }),
  })
  return null
}

/** The vehicle by its make, model and years. */
function namedVehicle(app: AcesApp, { skipUnknown }: AcesContext, problems: ProblemList) {
  const { make, model, years, line } = app
  const equipment = app.attributes.find(({ name }) => EQUIPMENT_ELEMENTS.has(name))
  if (equipment && !make && !model) {
    const message = `The store lists vehicles, not equipment such as machines and their engines${skipUnknown ? ', so these applications are left out' : '. Remove these applications, or leave out what the store does not know'}.`
    const warning = skipUnknown && { warning: true }
    problems.add('', { line: equipment.line, code: 'equipment', field: equipment.name, message, ...warning })
    return null
  }
  if (!make || !model || !years) {
    const message = 'This application has no vehicle. It needs a BaseVehicle, or Years, Make and Model.'
    problems.add('', { line, code: 'missing_vehicle', field: 'BaseVehicle', message })
    return null
  }
  if (make.text === '' || model.text === '') {
    const message = `Make ${make.id.slice(0, 20)} and model ${model.id.slice(0, 20)} are given by number only. Add their names as text, or a BaseVehicle that is in the map.`
    problems.add(`${make.id} ${model.id}`, { line: make.line, code: 'unknown_make', field: 'Make', message })
    return null
  }
  const [from, to] = [parseYear(years.from), parseYear(years.to)]
  if (from === null || to === null || from > to) {
    const message = `The years "${years.from.slice(0, 10)}" to "${years.to.slice(0, 10)}" are not valid. Enter years from ${FIRST_YEAR} to ${LAST_YEAR}, the earlier one first.`
    problems.add(message, { line: years.line, code: 'invalid_years', field: 'Years', message })
    return null
  }
  return {
    make: make.text.slice(0, 60),
    model: model.text.slice(0, 100),
    from,
    to,
    line: make.line,
    field: 'Make',
  }
}

function parseYear(text: string): number | null {
  const year = /^\d{4}$/.test(text) ? Number(text) : 0
  return year >= FIRST_YEAR && year <= LAST_YEAR ? year : null
}
