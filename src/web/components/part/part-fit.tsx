import { lazy, Suspense, useEffect, useState } from 'react'
import type { Fitment } from '#domain/vehicles/fitment.ts'
import { useMyVehicle } from '../vehicle-finder/my-vehicle.ts'

// The rules of fitment and their schemas are loaded only for visitors who have a vehicle.
const FitBadge = lazy(async () => ({ default: (await import('./fit-badge.tsx')).FitBadge }))

/** Whether a part fits the saved vehicle. The cached page is the same for everyone, so the browser asks for the part's fitments. */
export function PartFit({ id }: { id: string }) {
  const hasVehicle = useMyVehicle() !== null
  const [fitments, setFitments] = useState<readonly Fitment[] | null>(null)
  useEffect(() => {
    if (!hasVehicle) return undefined
    const controller = new AbortController()
    const load = async () => {
      const { loadFitments } = await import('./load-fitments.ts')
      const loaded = await loadFitments(id, controller.signal)
      if (!controller.signal.aborted) setFitments(loaded)
    }
    // Without them the page says nothing about the vehicle.
    load().catch(() => undefined)
    return () => controller.abort()
  }, [id, hasVehicle])
  return hasVehicle && fitments && <FitOf fitments={fitments} />
}

/** The same for fitments that are loaded already. */
export function FitOf({ fitments }: { fitments: readonly Fitment[] }) {
  return (
    <Suspense fallback={null}>
      <FitBadge fitments={fitments} />
    </Suspense>
  )
}
