import { nameKey } from './brand-and-category.ts'
import { listingSlug } from './listing-slug.ts'

/** The first of `named` that is this category or brand: with the same slug, or the same name in any case. */
export function sameListing<One extends { name: string }>(
  { name, slug }: { name: string; slug: string },
  named: readonly One[],
): One | undefined {
  return named.find((one) => listingSlug(one.name) === slug || nameKey(one.name) === nameKey(name))
}
