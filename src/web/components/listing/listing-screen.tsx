import type { ReactNode } from 'react'
import type { Facets } from '#domain/search/facets.ts'
import { PageLinks } from '../../ui/page-links.tsx'
import type { CardFit } from '../fit/card-fit.ts'
import { useCardFits } from '../fit/use-fits.ts'
import { countParts } from '../product-card/count-parts.ts'
import type { ProductCardView } from '../product-card/product-card-view.ts'
import { ProductCard } from '../product-card/product-card.tsx'
import { ProductRow } from '../product-card/product-row.tsx'
import { FilterPanel } from './filter-panel.tsx'
import { ListingToolbar } from './listing-toolbar.tsx'
import { type ProductSearch, searchPagePath } from './parts-url.ts'

/** The pictures of the first parts are above the fold. */
const EAGER_PICTURES = 6

/** One page of a list of parts, as `prepareListingPage` returns it. */
export type ListingData = {
  /** What the list shows, as a search: its filters and sort orders are links to searches. */
  search: ProductSearch
  products: readonly ProductCardView[]
  /** A lower bound, unless `totalIsExact`. */
  total: number
  totalIsExact: boolean
  pages: number
  pageSize: number
  facets: Facets
}

/**
 * The filters, the toolbar, and one page of parts as rows, or as a grid of cards: the same for searches,
 * categories, brands and cars. Only what is above it differs.
 */
export function ListingScreen({
  listing,
  fits,
  note,
  empty,
  categoryPath,
  pathOf = searchPagePath(listing.search),
}: {
  listing: ListingData
  /** The parts' lines about a vehicle, by part id; by default about the saved one. */
  fits?: Readonly<Record<string, CardFit>> | undefined
  /** About the results, above them. */
  note?: ReactNode
  /** What is shown in place of the parts. */
  empty?: ReactNode
  /** The URL of the list of a category of these parts; by default a search. */
  categoryPath?: (category: string) => string
  /** The URL of a page of the list; by default of the search. */
  pathOf?: (page: number) => string
}) {
  const { search, products, total, totalIsExact, pages, pageSize, facets } = listing
  const mine = useCardFits(fits ? [] : products)
  const first = (search.page - 1) * pageSize + 1
  const parts = countParts(total, totalIsExact)
  const shown =
    total === 0
      ? 'No parts'
      : total > pageSize
        ? `${first}–${first + products.length - 1} of ${parts}`
        : parts
  return (
    <div className="grid gap-x-8 gap-y-4 lg:grid-cols-[14rem_minmax(0,1fr)]">
      <FilterPanel search={search} facets={facets} count={parts} categoryPath={categoryPath} />
      <div className="min-w-0">
        <ListingToolbar search={search} shown={shown} />
        {note}
        {empty ?? (
          <ul
            className={
              search.view === 'grid'
                ? 'grid gap-4 sm:grid-cols-2 sm:gap-5 xl:grid-cols-3 2xl:grid-cols-4'
                : 'product-rows'
            }
          >
            {products.map((product, at) => {
              const card = {
                product,
                fit: (fits ?? mine)[product.id],
                eager: at < EAGER_PICTURES,
              }
              return (
                <li key={product.id} className="min-w-0">
                  {search.view === 'grid' ? <ProductCard heading="h2" {...card} /> : <ProductRow {...card} />}
                </li>
              )
            })}
          </ul>
        )}
        <PageLinks label="Pages of parts" page={search.page} pages={pages} pathOf={pathOf} />
      </div>
    </div>
  )
}
