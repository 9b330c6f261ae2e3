/** A group of parts with a page of its own. */
export type ListingKind = 'category' | 'brand'

const FOLDERS = { category: '/categories', brand: '/brands' } as const

/** The page that lists all categories, or all brands. */
export function listingsPath(kind: ListingKind): string {
  return FOLDERS[kind]
}

/**
 * The kind of listing at a pathname of a category or brand page, in every spelling that the router accepts:
 * it ignores case and decodes percent-encoding.
 */
export function listingKindAt(pathname: string): ListingKind {
  const [, folder = ''] = pathname.split('/')
  return `/${decodeURIComponent(folder).toLowerCase()}` === FOLDERS.brand ? 'brand' : 'category'
}

/** The path of a category's or brand's page by its slug. */
export function listingPathBySlug(kind: ListingKind, slug: string): string {
  return `${FOLDERS[kind]}/${encodeURIComponent(slug)}`
}

/** The path of a category's or brand's page by its name. */
export function listingPath(kind: ListingKind, name: string): string {
  return listingPathBySlug(kind, listingSlug(name))
}

/**
 * The slug of a category or brand by its name. For a name in ASCII it is the same as the database's
 * (listing_slug); from that of any other name, which only the database can transliterate, pages redirect to
 * the right one.
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

/** The path of a part's page. */
export function productPath({ slug }: { slug: string }): string {
  return `/parts/${slug}`
}
