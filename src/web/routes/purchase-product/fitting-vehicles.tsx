import { useRef } from 'react'
import type { Product } from '#domain/products/product.ts'
import { quantityText } from '#domain/products/unit.ts'
import { type Fitment, fitmentDetails, fitmentLabel, MAX_FITMENTS } from '#domain/vehicles/fitment.ts'
import * as paths from '#paths.ts'
import { FitmentsByMake } from '../../components/fit/fitments-by-make.tsx'
import { VehiclesProblem } from '../../components/vehicle-finder/vehicles-problem.tsx'
import { TextLink } from '../../ui/button.tsx'

/** The number of lines shown when collapsed. */
const COLLAPSED_COUNT = 8

/**
 * The vehicles that the product fits, the first MAX_FITMENTS of them, by make. Null: they could not be
 * loaded, and `reload` retries (false: it failed again).
 */
export function FittingVehicles({
  product,
  fitments,
  reload,
}: {
  product: Product
  fitments: readonly Fitment[] | null
  reload: () => Promise<boolean>
}) {
  const texts = (fitments ?? []).map((fits) => ({
    make: fits.make,
    text: fitmentLabel(fits),
    details: fitmentDetails(fits, (quantity) => quantityText(quantity, product.unit)),
  }))
  const isCut = texts.length === MAX_FITMENTS
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <section aria-labelledby="fits" className="min-w-0">
      <h2 id="fits" ref={heading} tabIndex={-1} className="mb-3 text-2xl focus:outline-none">
        Fits these vehicles
      </h2>
      {fitments === null ? (
        <VehiclesProblem rest="Everything else on this page works." reload={reload} heading={heading} />
      ) : fitments.length === 0 ? (
        <p className="text-ink-soft">No vehicles are listed for this part</p>
      ) : (
        <>
          <FitmentsByMake fitments={texts.slice(0, COLLAPSED_COUNT)} />
          {fitments.length > COLLAPSED_COUNT && (
            <details className="mt-3">
              <summary className="inline-flex min-h-11 items-center font-medium underline underline-offset-4">
                {isCut ? `The first ${MAX_FITMENTS}` : `All ${fitments.length}`} vehicles
              </summary>
              <FitmentsByMake fitments={texts.slice(COLLAPSED_COUNT)} />
              {isCut && <TextLink to={`${paths.part(product)}#fits`}>See all of them</TextLink>}
            </details>
          )}
        </>
      )}
    </section>
  )
}
