import { Link } from 'react-router'
import { FACET_NAMES, FACETS } from '#domain/search/facets.ts'
import { classNames } from '../../ui/class-names.ts'
import { type ProductSearch, partsPath } from './parts-url.ts'

const names = ['q', ...FACET_NAMES] as const

/** The active filters, each with a link that removes it. */
export function ChosenFilters({ search }: { search: ProductSearch }) {
  const chosen = names.filter((name) => search[name] !== '')
  if (chosen.length === 0) return null
  return (
    <ul aria-label="Filters in use" className="flex max-w-full min-w-0 flex-wrap gap-2 max-sm:order-1">
      {chosen.map((name) => {
        const label = name === 'q' ? `“${search.q}”` : FACETS[name].label(search[name])
        return (
          // On a phone the header's field is enough.
          <li key={name} className={classNames('min-w-0', name === 'q' && 'max-sm:hidden')}>
            <Link
              to={partsPath(search, { [name]: '' })}
              aria-label={`Remove the filter ${label}`}
              className="flex min-h-11 max-w-full items-center gap-2 rounded-lg border border-line-strong bg-raised px-4 no-underline hover:border-ink"
            >
              <span className="truncate wrap-anywhere max-xs:whitespace-normal">{label}</span>
              <span aria-hidden="true">×</span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
