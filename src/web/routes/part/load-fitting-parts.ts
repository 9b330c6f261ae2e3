import { searchCatalogue } from '#contract/search.ts'
import type { FitVerdict } from '#domain/vehicles/fit-verdict.ts'
import type { VehicleQuery } from '#domain/vehicles/vehicle.ts'
import * as paths from '#paths.ts'
import { api } from '../../api-client/api-client.ts'
import { type CardFit, cardFits } from '../../components/fit/card-fit.ts'
import { type ProductCardView, productCardView } from '../../components/product-card/product-card-view.ts'

const NO_FILTERS = { brand: undefined, position: undefined, price: undefined, stock: undefined }

/**
 * The first other parts of a category that fit a vehicle, those in stock first. Import it lazily: the
 * contract brings zod into the bundle.
 * @throws an ApiProblem.
 */
export async function loadFittingParts(
  {
    category,
    vehicle,
    except,
    limit,
  }: { category: string; vehicle: VehicleQuery; except: string; limit: number },
  signal: AbortSignal,
): Promise<{ parts: ProductCardView[]; fits: Record<string, CardFit> }> {
  const { items } = await api(searchCatalogue, {
    query: { ...NO_FILTERS, category, ...vehicle, limit: limit + 1 },
    signal,
  })
  const others = items.filter(({ _id }) => _id !== except).slice(0, limit)
  const verdicts = new Map<string, FitVerdict>()
  for (const { _id, fit } of others) if (fit) verdicts.set(_id, fit)
  return {
    parts: others.map(productCardView),
    fits: cardFits(verdicts, `your ${vehicle.model}`, `${paths.search(vehicle)}#engines`),
  }
}
