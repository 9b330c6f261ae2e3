import { useEffect, useRef, useState } from 'react'
import { nextStep, vehicleSteps, type VehicleStep } from '#domain/vehicles/chosen-vehicle.ts'
import type { VehicleChoices, VehicleQuery } from '#domain/vehicles/vehicle.ts'
import { problemText } from '../../api-client/api-problem.ts'
import { useSavedVehicle } from './use-saved-vehicle.ts'

/** Shorter waits, in ms, show no loading state. */
const LOADING_DELAY_MS = 300

/** The state of the vehicle finder: what is chosen, and the options fetched after each change. */
export function useVehicleChoices(firstChosen: VehicleQuery, firstChoices: VehicleChoices, fills: boolean) {
  const [chosen, setChosen] = useState(firstChosen)
  const [choices, setChoices] = useState(firstChoices)
  const [waiting, setWaiting] = useState<VehicleStep | null>(null)
  const [problem, setProblem] = useState('')
  const [untouched, setUntouched] = useState(fills && nextStep(firstChosen) === 'make')
  const request = useRef<AbortController>(null)

  // A choice in the URL or by the user takes precedence.
  useSavedVehicle(untouched, (filled) => {
    setChosen(filled?.chosen ?? firstChosen)
    setChoices(filled?.choices ?? firstChoices)
  })
  useEffect(() => () => request.current?.abort(), [])

  const load = async (vehicle: VehicleQuery) => {
    request.current?.abort()
    const controller = new AbortController()
    request.current = controller
    setProblem('')
    setWaiting(null)
    const slow = setTimeout(() => setWaiting(nextStep(vehicle)), LOADING_DELAY_MS)
    try {
      const { loadVehicleChoices } = await import('./load-vehicle-choices.ts')
      const next = await loadVehicleChoices(vehicle, controller.signal)
      if (!controller.signal.aborted) setChoices(next)
    } catch (error) {
      if (!controller.signal.aborted) setProblem(problemText(error))
    } finally {
      clearTimeout(slow)
      if (!controller.signal.aborted) setWaiting(null)
    }
  }

  /** Sets one select ('' clears it) and clears the later ones. */
  const choose = (step: VehicleStep, value: string) => {
    const vehicle = withChoice(chosen, step, value)
    setUntouched(false)
    setChosen(vehicle)
    if (step === 'engine') return
    setChoices((now) => upTo(step, now))
    if (value === '') {
      request.current?.abort()
      setWaiting(null)
    } else void load(vehicle)
  }

  return { chosen, choices, choose, waiting, problem, retry: () => void load(chosen) }
}

function withChoice(chosen: VehicleQuery, step: VehicleStep, value: string): VehicleQuery {
  const earlier = vehicleSteps.slice(0, vehicleSteps.indexOf(step))
  const vehicle = Object.fromEntries(earlier.map((name) => [name, chosen[name]])) as VehicleQuery
  if (value === '') return vehicle
  if (step !== 'year') return { ...vehicle, [step]: value }
  // A model whose year was open is offered in its own years only.
  const model = chosen.year === undefined && chosen.model !== undefined ? { model: chosen.model } : {}
  return { ...vehicle, year: Number(value), ...model }
}

/** The options of this select and the earlier ones; the later ones are empty. */
function upTo(step: VehicleStep, { makes, years, models }: VehicleChoices): VehicleChoices {
  const reached = vehicleSteps.indexOf(step)
  return { makes, years: reached >= 1 ? years : [], models: reached >= 2 ? models : [], engines: [] }
}
