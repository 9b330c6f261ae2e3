/** A group of parts with a page of its own. */
export type ListingKind = 'category' | 'brand'

const FOLDERS = { category: '/categories', brand: '/brands' } as const

/** The page that lists all categories, or all brands. */
export function listingsPath(kind: ListingKind): string {
  return FOLDERS[kind]
}

/** The kind of the page at an address of one of both kinds, in every spelling that the router takes: it ignores case and decodes percent-encoding. */
export function listingKindAt(pathname: string): ListingKind {
  const [, folder = ''] = pathname.split('/')
  return `/${decodeURIComponent(folder).toLowerCase()}` === FOLDERS.brand ? 'brand' : 'category'
}

/** The address of a category's or brand's page by its slug. */
export function listingPathOf(kind: ListingKind, slug: string): string {
  return `${FOLDERS[kind]}/${encodeURIComponent(slug)}`
}

/** The same by its name. */
export function listingPath(kind: ListingKind, name: string): string {
  return listingPathOf(kind, listingSlug(name))
}

/**
 * The slug of a category or brand by its name. For a name in ASCII it is the one that the database has (listing_slug); from any other name,
 * which the database alone can transliterate, pages redirect to that.
 */
export function listingSlug(name: string): string {
  const slug = name
    .toLowerCase()
    .replaceAll("'", '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  const isAscii = /^[ -~]*$/.test(name)
  return (isAscii && slug) || name.replaceAll(/[./\\]/g, '-')
}

/** The address of a part's page. */
export function productPath({ slug }: { slug: string }): string {
  return `/parts/${slug}`
}
