import { Link } from 'react-router'
import { formatCount } from '#domain/shared/format-count.ts'
import { Breadcrumb } from '../../layout/breadcrumb.tsx'
import { Page } from '../../layout/page.tsx'
import { PageHeading } from '../../layout/page-heading.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { PageLinks } from '../../ui/page-links.tsx'
import { ProductCard } from '../../components/product-card/product-card.tsx'
import { listingPagePath, listingSorts } from './listing-page.ts'
import type { LoadedListing } from './load-listing.server.ts'

/** Pictures of the first cards are above the fold. */
const EAGER = 4
/** Brands of a category, or categories of a brand, that are linked. */
const GROUPS = 24

/** The parts of one category or brand. */
export function Listing({ listing }: { listing: LoadedListing }) {
  const { kind, name, path, view, total, pages, pageSize, products, others } = listing
  const first = (view.page - 1) * pageSize + 1
  const groups = listing.groups.slice(0, GROUPS)
  const search = { [kind]: name }
  return (
    <Page className="sm:pt-6">
      <Breadcrumb trail={listing.trail} />
      <PageHeading
        title={name}
        lead={`${formatCount(total)} ${total === 1 ? 'part' : 'parts'} on sale, priced per piece.`}
        actions={<LinkButton to={`/parts?${new URLSearchParams(search)}`}>Search and filter</LinkButton>}
      />
      {groups.length > 1 && (
        <nav
          aria-label={kind === 'category' ? `Brands of ${name}` : `Categories of ${name}`}
          className="mb-6"
        >
          <ul className="flex flex-wrap gap-2">
            {groups.map((group) => (
              <li key={group.name} className="min-w-0">
                <Link
                  to={`/parts?${new URLSearchParams({ ...search, [kind === 'category' ? 'brand' : 'category']: group.name })}`}
                  className="flex min-h-11 items-center gap-2 rounded-full border border-line-strong bg-raised px-4 no-underline hover:border-ink"
                >
                  <span className="truncate">{group.name}</span>
                  {group.count !== null && (
                    <span className="text-sm text-ink-soft tabular-nums">{formatCount(group.count)}</span>
                  )}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        {pages > 1 && (
          <p className="text-ink-soft tabular-nums">
            {first}–{first + products.length - 1} of {formatCount(total)}
          </p>
        )}
        <nav aria-label="Sort by" className="flex flex-wrap gap-x-4 sm:ml-auto">
          {listingSorts.map(({ key, label }) => (
            <Link
              key={key}
              to={listingPagePath(path, { sort: key, page: 1 })}
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
      <ul className="grid gap-4 sm:grid-cols-2 sm:gap-5 lg:grid-cols-3 xl:grid-cols-4">
        {products.map((product, at) => (
          <li
            key={product.id}
            className="drawn-when-near min-w-0 [contain-intrinsic-size:auto_15rem] sm:[contain-intrinsic-size:auto_31rem]"
          >
            <ProductCard product={product} heading="h2" eager={at < EAGER} />
          </li>
        ))}
      </ul>
      <PageLinks
        label="Pages of parts"
        page={view.page}
        pages={pages}
        pathOf={(page) => listingPagePath(path, { ...view, page })}
      />
      {others.length > 0 && (
        <p className="mt-8">
          Also listed as{' '}
          {others.map((other, at) => (
            <span key={other.name}>
              {at > 0 && ', '}
              <Link to={other.path} className="underline underline-offset-4">
                {other.name}
              </Link>
            </span>
          ))}
        </p>
      )}
    </Page>
  )
}
