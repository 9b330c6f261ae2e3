/** A group of parts with a page of its own. */
export type ListingKind = 'category' | 'brand'

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
