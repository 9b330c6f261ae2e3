import type { Listing } from '#domain/products/find-listing.server.ts'
import * as paths from '#paths.ts'
import { ListingTiles } from '../../components/listing/listing-tiles.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Section } from './section.tsx'

/** The largest categories. */
export function Categories({ categories }: { categories: readonly Listing[] }) {
  return (
    <Section
      id="categories"
      heading="Shop By Category"
      tone="surface"
      aside={
        <div className="flex flex-wrap gap-3">
          <LinkButton to={paths.cars}>Parts by car</LinkButton>
          <LinkButton to={paths.listings.category}>All categories</LinkButton>
        </div>
      }
    >
      <ListingTiles kind="category" listings={categories} />
    </Section>
  )
}
