import { useState } from 'react'
import { nextStep, vehicleSteps, type VehicleStep } from '#domain/vehicles/chosen-vehicle.ts'
import type { VehicleChoices, VehicleQuery } from '#domain/vehicles/vehicle.ts'
import { useLatestRequest } from './use-latest-request.ts'
import { useSavedVehicle } from './use-saved-vehicle.ts'

/** The state of the vehicle finder: what is chosen, and the options fetched after each change. */
export function useVehicleChoices(firstChosen: VehicleQuery, firstChoices: VehicleChoices, fills: boolean) {
  const [chosen, setChosen] = useState(firstChosen)
  const [choices, setChoices] = useState(firstChoices)
  const [untouched, setUntouched] = useState(fills && nextStep(firstChosen) === 'make')
  const { waiting, problem, send, cancel } = useLatestRequest()

  // A choice in the URL or by the user takes precedence.
  useSavedVehicle(untouched, (filled) => {
    setChosen(filled?.chosen ?? firstChosen)
    setChoices(filled?.choices ?? firstChoices)
  })
  const load = (vehicle: VehicleQuery, loaded?: () => unknown) =>
    void send(
      async (signal) => (await import('./load-vehicle-choices.ts')).loadVehicleChoices(vehicle, signal),
      setChoices,
      loaded,
    )
  /** Sets one select ('' clears it) and clears the later ones. */
  const choose = (step: VehicleStep, value: string) => {
    const vehicle = withChoice(chosen, step, value)
    setUntouched(false)
    setChosen(vehicle)
    if (step === 'engine') return
    setChoices((now) => upTo(step, now, vehicle.model))
    if (value === '') cancel()
    else load(vehicle)
  }

  return {
    chosen,
    choices,
    choose,
    /** The select whose options are slow to arrive. */
    waiting: waiting ? nextStep(chosen) : null,
    problem,
    retry: (loaded: () => unknown) => load(chosen, loaded),
  }
}

function withChoice(chosen: VehicleQuery, step: VehicleStep, value: string): VehicleQuery {
  const earlier = vehicleSteps.slice(0, vehicleSteps.indexOf(step))
  const vehicle = Object.fromEntries(earlier.map((name) => [name, chosen[name]])) as VehicleQuery
  if (value === '') return vehicle
  if (step !== 'year') return { ...vehicle, [step]: value }
  // A model chosen before its year is offered only in its own years.
  const model = chosen.year === undefined && chosen.model !== undefined ? { model: chosen.model } : {}
  return { ...vehicle, year: Number(value), ...model }
}

/**
 * The options of this select and the earlier ones; the later ones are empty, but for a model that stays
 * chosen: a press before the others are loaded submits it.
 */
function upTo(
  step: VehicleStep,
  { makes, years, models }: VehicleChoices,
  model: string | undefined,
): VehicleChoices {
  const reached = vehicleSteps.indexOf(step)
  return {
    makes,
    years: reached >= 1 ? years : [],
    models: reached >= 2 ? models : models.filter((one) => one === model),
    engines: [],
  }
}
