import type { ProductCardView } from './product-card-view.ts'
import { type CardFit, ProductCard } from './product-card.tsx'

/** Pictures of the first cards are above the fold. */
const EAGER_PICTURES = 4

/** The cards of a page of parts. `fits`: their fit texts for a vehicle, by part id. */
export function ProductGrid({
  products,
  fits = {},
  columns,
}: {
  products: readonly ProductCardView[]
  fits?: Readonly<Record<string, CardFit>>
  /** The classes that set the number of columns on wide windows. */
  columns: string
}) {
  return (
    <ul className={`grid gap-4 sm:grid-cols-2 sm:gap-5 ${columns}`}>
      {products.map((product, at) => (
        <li key={product.id} className="min-w-0">
          <ProductCard product={product} heading="h2" fit={fits[product.id]} eager={at < EAGER_PICTURES} />
        </li>
      ))}
    </ul>
  )
}
