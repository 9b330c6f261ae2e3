import { useEffect, useState } from 'react'
import type { FitVerdict } from '#domain/vehicles/fit-verdict.ts'
import { type MyVehicle, useMyVehicle } from '../../session/my-vehicle.ts'

/** The saved vehicle, and whether a part fits it. */
export type MyFit = FitVerdict & { mine: MyVehicle }

/**
 * Whether a part fits the saved vehicle. Null without a vehicle, and until the store has responded: cached
 * pages are the same for everyone, so the browser requests it. Pages show nothing about the vehicle until the
 * response arrives.
 */
export function useFit(id: string): MyFit | null {
  const mine = useMyVehicle()
  const [loaded, setLoaded] = useState<{ id: string; fit: MyFit } | null>(null)
  useEffect(() => {
    if (!mine) return undefined
    const controller = new AbortController()
    const load = async () => {
      const { loadFit } = await import('./load-fit.ts')
      const verdict = await loadFit(id, mine.vehicle, controller.signal)
      if (!controller.signal.aborted) setLoaded({ id, fit: { ...verdict, mine } })
    }
    // Without a verdict, the part is shown as without a vehicle.
    load().catch(() => undefined)
    return () => controller.abort()
  }, [id, mine])
  return loaded?.id === id && loaded.fit.mine === mine ? loaded.fit : null
}
