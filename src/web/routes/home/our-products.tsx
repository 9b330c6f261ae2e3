import * as paths from '#paths.ts'
import { useCardFits } from '../../components/fit/use-fits.ts'
import type { ProductCardView } from '../../components/product-card/product-card-view.ts'
import { ProductCard } from '../../components/product-card/product-card.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Section } from './section.tsx'

/** The newest products. */
export function OurProducts({ products }: { products: readonly ProductCardView[] }) {
  const fits = useCardFits(products)
  return (
    <Section
      id="our-products"
      heading="Our Products"
      text="Just in. The price, its unit and the minimum order are on every card."
      aside={products.length > 0 && <LinkButton to={paths.parts}>Browse all parts</LinkButton>}
    >
      {products.length === 0 ? (
        <EmptyState title="No parts yet" text="New parts appear here as soon as they’re added." />
      ) : (
        <ul className="grid gap-4 sm:grid-cols-2 sm:gap-6 lg:grid-cols-3">
          {products.map((product) => (
            <li key={product.id} className="min-w-0">
              <ProductCard product={product} fit={fits[product.id]} hasOrderLink />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
