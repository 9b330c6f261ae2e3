import { Link } from 'react-router'
import { ChosenFilters } from './chosen-filters.tsx'
import { FiltersButton } from './filter-panel.tsx'
import { partsPath, type ProductSearch } from './parts-url.ts'
import { SortLinks } from './sort-links.tsx'

const views = [
  { view: '', label: 'Rows' },
  { view: 'grid', label: 'Grid' },
] as const

/**
 * Above the parts of a list: how many there are (`shown`), the filters in use, the sort orders, and the
 * choice of rows or a grid. All are links, so they work without scripts. Where the filters are a sheet, the
 * sort orders are in it.
 */
export function ListingToolbar({ search, shown }: { search: ProductSearch; shown: string }) {
  return (
    <div className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-2">
      <FiltersButton search={search} />
      <p role="status" className="text-ink-soft tabular-nums">
        {shown}
      </p>
      <ChosenFilters search={search} />
      <div className="ml-auto flex flex-wrap items-center gap-x-4">
        <nav aria-label="Sort by" className="max-lg:hidden">
          <SortLinks search={search} className="flex flex-wrap gap-x-4" />
        </nav>
        <nav aria-label="View">
          <ul className="flex rounded-md border border-line-strong bg-raised p-0.75">
            {views.map(({ view, label }) => (
              <li key={view}>
                <Link
                  to={partsPath(search, { view, page: search.page })}
                  rel="nofollow"
                  aria-current={search.view === view ? 'true' : undefined}
                  className="flex min-h-11 items-center rounded-sm px-3 no-underline hover:bg-ink/10 aria-[current=true]:bg-ink aria-[current=true]:font-semibold aria-[current=true]:text-paper"
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </div>
  )
}
