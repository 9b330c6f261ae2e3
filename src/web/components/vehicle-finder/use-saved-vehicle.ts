import { useEffect, useEffectEvent, useRef } from 'react'
import type { VehicleChoices, VehicleQuery } from '#domain/vehicles/vehicle.ts'
import { useMyVehicle } from '../../session/my-vehicle.ts'

/**
 * A vehicle and the options of its selects. A value that the store no longer offers appears as not chosen.
 */
type FilledFinder = { chosen: VehicleQuery; choices: VehicleChoices }

/**
 * While the finder is `untouched`: calls `show` with the saved vehicle once its options are loaded, and with
 * null when it is removed. Load errors are ignored: the user did not start this request.
 */
export function useSavedVehicle(untouched: boolean, show: (filled: FilledFinder | null) => void): void {
  const mine = useMyVehicle()
  const isFilledIn = useRef(false)
  const showFilled = useEffectEvent((filled: FilledFinder | null) => {
    isFilledIn.current = filled !== null
    show(filled)
  })
  useEffect(() => {
    if (!untouched) return undefined
    if (!mine) {
      if (isFilledIn.current) showFilled(null)
      return undefined
    }
    const controller = new AbortController()
    const fill = async () => {
      const { loadVehicleChoices } = await import('./load-vehicle-choices.ts')
      const choices = await loadVehicleChoices(mine.vehicle, controller.signal)
      if (!controller.signal.aborted) showFilled({ chosen: mine.vehicle, choices })
    }
    // The finder stays empty, and usable.
    fill().catch(() => undefined)
    return () => controller.abort()
  }, [untouched, mine])
}
