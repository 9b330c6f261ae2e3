import type { ListingKind } from '#domain/products/listing-slug.ts'
import * as paths from '#paths.ts'

/**
 * The kind of listing at a pathname of a category or brand page, in every spelling that the router accepts:
 * it ignores case and decodes percent-encoding.
 */
export function listingKindAt(pathname: string): ListingKind {
  const [, folder = ''] = pathname.split('/')
  return `/${decodeURIComponent(folder).toLowerCase()}` === paths.listings.brand ? 'brand' : 'category'
}
