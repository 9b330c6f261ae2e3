import type { Listing } from '#domain/products/find-listing.server.ts'
import { listingsPath } from '#domain/products/listing-slug.ts'
import { ListingTiles } from '../../components/listing/listing-tiles.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { homeContent } from './home-content.ts'
import { Section } from './section.tsx'

/** The largest categories. */
export function Categories({ categories }: { categories: readonly Listing[] }) {
  const { heading, all, byCar } = homeContent.categories
  return (
    <Section
      id="categories"
      heading={heading}
      tone="surface"
      aside={
        <div className="flex flex-wrap gap-3">
          <LinkButton to="/cars">{byCar}</LinkButton>
          <LinkButton to={listingsPath('category')}>{all}</LinkButton>
        </div>
      }
    >
      <ListingTiles kind="category" listings={categories} />
    </Section>
  )
}
