import { Link } from 'react-router'
import { type ProductSearch, partsPath } from './product-search.ts'

const names = ['q', 'category', 'brand'] as const

/** The active filters, each with a link that removes it. */
export function ChosenFilters({ search }: { search: ProductSearch }) {
  const chosen = names.filter((name) => search[name] !== '')
  if (chosen.length === 0) return null
  return (
    <ul aria-label="Filters in use" className="flex flex-wrap gap-2">
      {chosen.map((name) => (
        <li key={name} className="min-w-0">
          <Link
            to={partsPath(search, { [name]: '' })}
            aria-label={`Remove the filter ${search[name]}`}
            className="flex min-h-11 max-w-full items-center gap-2 rounded-full border border-line-strong bg-raised px-4 no-underline hover:border-ink"
          >
            <span className="truncate">{name === 'q' ? `“${search.q}”` : search[name]}</span>
            <span aria-hidden="true">×</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
