import { useEffect, useState } from 'react'
import type { FitVerdict } from '#domain/vehicles/fit-verdict.ts'
import * as paths from '#paths.ts'
import { type MyVehicle, useMyVehicle } from '../../session/my-vehicle.ts'
import { type CardFit, cardFits } from './card-fit.ts'

/** The saved vehicle, and whether a part fits it. */
export type MyFit = FitVerdict & { mine: MyVehicle }

type Loaded = { mine: MyVehicle; fits: ReadonlyMap<string, FitVerdict> }

/**
 * The saved vehicle, and which of these parts fit it, by one request. Null without a vehicle, and until the
 * store has responded: cached pages are the same for everyone, so the browser requests it. Pages show nothing
 * about the vehicle until the response arrives.
 */
export function useFits(ids: readonly string[]): Loaded | null {
  const mine = useMyVehicle()
  const [loaded, setLoaded] = useState<(Loaded & { asked: string }) | null>(null)
  const asked = ids.join()
  useEffect(() => {
    if (!mine || asked === '') return undefined
    const controller = new AbortController()
    const load = async () => {
      const { loadFits } = await import('./load-fits.ts')
      const fits = await loadFits(asked.split(','), mine.vehicle, controller.signal)
      if (!controller.signal.aborted) setLoaded({ asked, mine, fits })
    }
    // Without a verdict, the parts are shown as without a vehicle.
    load().catch(() => undefined)
    return () => controller.abort()
  }, [asked, mine])
  return loaded?.asked === asked && loaded.mine === mine ? loaded : null
}

/** Whether this part fits the saved vehicle, of those that were loaded. */
export function fitOf(loaded: Loaded | null, id: string): MyFit | null {
  const fit = loaded?.fits.get(id)
  return loaded && fit ? { ...fit, mine: loaded.mine } : null
}

/** The lines of the parts' cards about the saved vehicle, by part id, for those that were loaded. */
export function cardFitsOf(loaded: Loaded | null): Record<string, CardFit> {
  if (!loaded) return {}
  const { vehicle } = loaded.mine
  return cardFits(loaded.fits, `your ${vehicle.model}`, `${paths.search(vehicle)}#engines`)
}

export const useFit = (id: string) => fitOf(useFits([id]), id)
export const useCardFits = (products: readonly { id: string }[]) =>
  cardFitsOf(useFits(products.map(({ id }) => id)))
