import { Link } from 'react-router'
import { formatCount } from '#domain/shared/format-count.ts'
import { classNames } from '../../ui/class-names.ts'
import { PageLinks } from '../../ui/page-links.tsx'
import type { ProductCardView } from '../product-card/product-card-view.ts'
import type { CardFit } from '../product-card/product-card.tsx'
import { ProductGrid } from '../product-card/product-grid.tsx'
import { listingPagePath, listingSorts, type ListingView } from './listing-page.ts'

/** One page of the parts of a listing at `path`, with sort links and pagination. */
export function ListedProducts({
  listing: { path, view, total, totalIsExact = true, pages, pageSize, products },
  fits = {},
}: {
  listing: {
    path: string
    view: ListingView
    /** A lower bound, unless `totalIsExact`. */
    total: number
    totalIsExact?: boolean
    pages: number
    pageSize: number
    products: readonly ProductCardView[]
  }
  /** The cards' fit texts for a vehicle, by part id. */
  fits?: Readonly<Record<string, CardFit>>
}) {
  const first = (view.page - 1) * pageSize + 1
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center sm:mb-4 justify-between gap-x-6 gap-y-2">
        {pages > 1 && (
          <p className="text-ink-soft tabular-nums">
            {first}–{first + products.length - 1} of {formatCount(total)}
            {!totalIsExact && '+'}
          </p>
        )}
        <nav aria-label="Sort by" className="flex flex-wrap gap-x-3 sm:ml-auto sm:gap-x-4">
          {listingSorts.map(({ key, label }) => (
            <Link
              key={key}
              to={listingPagePath(path, { sort: key })}
              aria-current={key === view.sort ? 'true' : undefined}
              className={classNames(
                'inline-flex min-h-11 min-w-11 items-center underline-offset-4',
                key === view.sort ? 'font-semibold no-underline' : 'underline',
              )}
            >
              {label}
            </Link>
          ))}
        </nav>
      </div>
      <ProductGrid products={products} fits={fits} columns="lg:grid-cols-3 xl:grid-cols-4" />
      <PageLinks
        label="Pages of parts"
        page={view.page}
        pages={pages}
        pathOf={(page) => listingPagePath(path, { ...view, page })}
      />
    </>
  )
}
