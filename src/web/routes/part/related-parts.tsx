import { useEffect, useState } from 'react'
import { vehicleLabel } from '#domain/vehicles/chosen-vehicle.ts'
import type { VehicleQuery } from '#domain/vehicles/vehicle.ts'
import type { CardFit } from '../../components/fit/card-fit.ts'
import type { ProductCardView } from '../../components/product-card/product-card-view.ts'
import { ProductCard } from '../../components/product-card/product-card.tsx'
import { MAX_RELATED } from './max-related.ts'

/**
 * Other parts of its category. For a saved vehicle, only those that fit it: the cached page is the same for
 * everyone, so the browser loads them (decision 156).
 */
export function RelatedParts({
  product: { id, category },
  related,
  cardFits,
  vehicle,
}: {
  product: { id: string; category: string }
  related: readonly ProductCardView[]
  cardFits: Record<string, CardFit>
  vehicle: VehicleQuery | undefined
}) {
  const fitting = useFittingParts(id, category, vehicle)
  const shown = fitting?.parts ?? related
  if (shown.length === 0) return null
  return (
    <section aria-labelledby="related" className="mt-12">
      <h2 id="related" className="mb-4 text-3xl">
        {fitting ? `${category} for your ${vehicleLabel(fitting.vehicle)}` : `More ${category}`}
      </h2>
      <ul className="grid gap-4 sm:grid-cols-2 sm:gap-5 lg:grid-cols-4">
        {shown.map((part) => (
          <li key={part.id} className="min-w-0">
            <ProductCard product={part} fit={fitting ? fitting.fits[part.id] : cardFits[part.id]} />
          </li>
        ))}
      </ul>
    </section>
  )
}

type Fitting = { vehicle: VehicleQuery; parts: ProductCardView[]; fits: Record<string, CardFit> }

/** The parts of the category that fit this vehicle, without this part; null until they are loaded. */
function useFittingParts(id: string, category: string, vehicle: VehicleQuery | undefined): Fitting | null {
  const [loaded, setLoaded] = useState<(Fitting & { id: string }) | null>(null)
  useEffect(() => {
    if (!vehicle || category === '') return undefined
    const controller = new AbortController()
    const load = async () => {
      const { loadFittingParts } = await import('./load-fitting-parts.ts')
      const found = await loadFittingParts(
        { category, vehicle, except: id, limit: MAX_RELATED },
        controller.signal,
      )
      if (!controller.signal.aborted) setLoaded({ ...found, vehicle, id })
    }
    // Without a response, the parts are shown as without a vehicle.
    load().catch(() => undefined)
    return () => controller.abort()
  }, [id, category, vehicle])
  return loaded?.id === id && loaded.vehicle === vehicle ? loaded : null
}
