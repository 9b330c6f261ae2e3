import { useEffect, useEffectEvent, useRef } from 'react'
import type { VehicleChoices, VehicleQuery } from '#domain/vehicles/vehicle.ts'
import { useMyVehicle } from './my-vehicle.ts'

/** A vehicle, and what can be chosen for it: of a step that the store does not know (any more) the box stays open. */
type Filled = { chosen: VehicleQuery; choices: VehicleChoices }

/**
 * While the finder is `untouched`: hands the remembered vehicle to `show` once its choices are there, and null when it has been
 * forgotten since. What cannot be loaded is not shown: nobody asked for it.
 */
export function useRememberedVehicle(untouched: boolean, show: (filled: Filled | null) => void): void {
  const mine = useMyVehicle()
  const filledIn = useRef(false)
  const shown = useEffectEvent((filled: Filled | null) => {
    filledIn.current = filled !== null
    show(filled)
  })
  useEffect(() => {
    if (!untouched) return undefined
    if (!mine) {
      if (filledIn.current) shown(null)
      return undefined
    }
    const asking = new AbortController()
    const fill = async () => {
      const { loadVehicleChoices } = await import('./load-vehicle-choices.ts')
      const choices = await loadVehicleChoices(mine.vehicle, asking.signal)
      if (!asking.signal.aborted) shown({ chosen: mine.vehicle, choices })
    }
    fill().catch(() => undefined)
    return () => asking.abort()
  }, [untouched, mine])
}
