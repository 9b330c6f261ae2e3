import { formatCount } from '#domain/shared/format-count.ts'
import { breadcrumbJsonLd } from '../../layout/breadcrumb.tsx'
import { type publicMeta } from '../../layout/public-meta.ts'
import { listingPagePath, listingSorts } from '../../components/listing/listing-page.ts'
import { productListJsonLd } from '../../components/listing/product-list-json-ld.ts'
import type { LoadedListing } from './load-listing.server.ts'

/** The metadata of the page of a category or brand for search engines. */
export function listingMeta({ kind, name, path, view, total, products, trail }: LoadedListing) {
  const page = view.page > 1 ? `, page ${view.page}` : ''
  const title = kind === 'category' ? `${name}${page}` : `${name} parts${page}`
  const what = kind === 'category' ? name : `parts by ${name}`
  return {
    title,
    description: `${formatCount(total)} ${what}${page}: with price, stock, minimum order and the vehicles they fit.`,
    // In whatever order, they are the same parts.
    path: listingPagePath(path, { ...view, sort: listingSorts[0].key }),
    about: import.meta.env.SSR
      ? (origin: string) => ({
          '@graph': [productListJsonLd(products, origin), breadcrumbJsonLd(trail, origin)],
        })
      : undefined,
  } satisfies Parameters<typeof publicMeta>[1]
}
