import type { Listing } from '#domain/products/find-listing.server.ts'
import { listingsPath } from '#domain/products/listing-slug.ts'
import { ListingTiles } from '../../components/listing/listing-tiles.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { homeContent } from './home-content.ts'
import { Section } from './section.tsx'

/** The largest categories. */
export function Categories({ categories }: { categories: readonly Listing[] }) {
  const { heading, all } = homeContent.categories
  return (
    <Section
      id="categories"
      heading={heading}
      tone="surface"
      aside={<LinkButton to={listingsPath('category')}>{all}</LinkButton>}
    >
      <ListingTiles kind="category" listings={categories} />
    </Section>
  )
}
