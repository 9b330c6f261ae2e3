import { Link } from 'react-router'
import { type PartsSearch, partsPath } from './parts-search.ts'

const names = ['q', 'category', 'brand'] as const

/** The filters in use, each with the way to take it off. */
export function ChosenFilters({ search }: { search: PartsSearch }) {
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
