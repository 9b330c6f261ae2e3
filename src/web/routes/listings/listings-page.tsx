import { type ListingKind } from '#domain/products/listing-slug.ts'
import type { Listing } from '#domain/products/find-listing.server.ts'
import { Page } from '../../layout/page.tsx'
import { PageHeading } from '../../layout/page-heading.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListingTiles } from '../../components/listing/listing-tiles.tsx'

/** The page of all categories, or of all brands. */
export function ListingsPage({
  title,
  kind,
  listings,
}: {
  title: string
  kind: ListingKind
  listings: readonly Listing[]
}) {
  return (
    <Page>
      <PageHeading title={title} />
      {listings.length === 0 ? (
        <EmptyState title="No parts on sale yet" text="New parts appear here as soon as they’re added." />
      ) : (
        <ListingTiles kind={kind} listings={listings} />
      )}
    </Page>
  )
}
