import { readTextParam } from '../shared/url-params.ts'
import type { VehicleChoices, VehicleQuery } from './vehicle.ts'

/** The steps of the vehicle finder, in order. */
export const vehicleSteps = ['make', 'year', 'model', 'engine'] as const
export type VehicleStep = (typeof vehicleSteps)[number]

/** The finder's choices in a URL. Blank choices and invalid years are left out. */
export function vehicleFromQuery(search: URLSearchParams): VehicleQuery {
  const text = (name: VehicleStep) => readTextParam(search, name)
  const [make, model, engine] = [text('make'), text('model'), text('engine')]
  const year = /^\d{4}$/.test(text('year')) ? Number(text('year')) : undefined
  return {
    ...(make && { make }),
    ...(year !== undefined && { year }),
    ...(model && { model }),
    ...(engine && { engine }),
  }
}

/** A vehicle as a query string, the inverse of `vehicleFromQuery`. */
export function vehicleToQuery(vehicle: VehicleQuery): URLSearchParams {
  const choices = vehicleSteps.flatMap((step) =>
    vehicle[step] === undefined ? [] : [[step, `${vehicle[step]}`]],
  )
  return new URLSearchParams(choices)
}

/**
 * The known steps of a choice: everything from the first unknown or open step on is dropped, such as a model
 * that stayed in the form when the make was changed. A model with an open year is kept. `choices` are those
 * offered for `wanted`.
 */
export function knownVehicle(wanted: VehicleQuery, choices: VehicleChoices): VehicleQuery {
  const { make, year, model, engine } = wanted
  if (make === undefined || !choices.makes.includes(make)) return {}
  const knowsModel = model !== undefined && choices.models.includes(model)
  if (year === undefined) return knowsModel ? { make, model } : { make }
  if (!choices.years.includes(year)) return { make }
  if (!knowsModel) return { make, year }
  if (engine === undefined || !choices.engines.some(({ key }) => key === engine)) return { make, year, model }
  return { make, year, model, engine }
}

/** Make, year and model are known: enough to evaluate a fit. The engine only narrows it. */
export function isWholeVehicle(vehicle: VehicleQuery): boolean {
  return vehicle.make !== undefined && vehicle.year !== undefined && vehicle.model !== undefined
}

/**
 * The label of a vehicle, as far as it is chosen: "2009 Honda Civic", with its engine's label "2009 Honda
 * Civic, 1.8 L, 4 cylinders".
 */
export function vehicleLabel(vehicle: VehicleQuery, engineText?: string | null): string {
  const name = [vehicle.year, vehicle.make, vehicle.model].filter((value) => value !== undefined).join(' ')
  return engineText ? `${name}, ${engineText}` : name
}

/** The first step that is still open, or null when all four are chosen. */
export function nextStep(vehicle: VehicleQuery): VehicleStep | null {
  return vehicleSteps.find((step) => vehicle[step] === undefined) ?? null
}
