import type { RouterContextProvider } from 'react-router'
import { listListings } from '#domain/products/find-listing.server.ts'
import type { ListingKind } from '#domain/products/listing-slug.ts'
import { cacheTagsContext, openShop } from '../../page-context.ts'

/** All categories, or all brands, for the page that lists them. */
export async function loadListings(kind: ListingKind, context: Readonly<RouterContextProvider>) {
  const listings = await listListings(openShop(context), kind)
  context.set(cacheTagsContext, ['products'])
  return { listings }
}
