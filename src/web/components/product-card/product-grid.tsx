import type { CardFit } from '../fit/card-fit.ts'
import { useCardFits } from '../fit/use-fits.ts'
import type { ProductCardView } from './product-card-view.ts'
import { ProductCard } from './product-card.tsx'

/** Pictures of the first cards are above the fold. */
const EAGER_PICTURES = 4

/**
 * The cards of a page of parts. `fits`: their lines about a vehicle, by part id; by default the saved one.
 */
export function ProductGrid({
  products,
  fits,
  columns,
}: {
  products: readonly ProductCardView[]
  fits?: Readonly<Record<string, CardFit>> | undefined
  /** The classes that set the number of columns on wide windows. */
  columns: string
}) {
  const mine = useCardFits(fits ? [] : products)
  return (
    <ul className={`grid gap-4 sm:grid-cols-2 sm:gap-5 ${columns}`}>
      {products.map((product, at) => (
        <li key={product.id} className="min-w-0">
          <ProductCard
            product={product}
            heading="h2"
            fit={(fits ?? mine)[product.id]}
            eager={at < EAGER_PICTURES}
          />
        </li>
      ))}
    </ul>
  )
}
