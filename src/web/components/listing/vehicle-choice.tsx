import { Link } from 'react-router'
import { partsPath, type ProductSearch } from './parts-url.ts'

/** The same list for the vehicle, or for all vehicles, each with its number of parts, if it is known. */
export function VehicleChoice({
  search,
  counts,
}: {
  search: ProductSearch
  counts: Record<ProductSearch['fit'], string | null>
}) {
  const { year, model } = search.vehicle
  return (
    <nav aria-label="Vehicles" className="min-w-0">
      <ul className="flex flex-wrap rounded-lg border border-line-strong bg-raised p-0.75">
        {(['', 'all'] as const).map((fit) => (
          <li key={fit} className="min-w-0">
            <Link
              to={partsPath(search, { fit })}
              aria-current={search.fit === fit ? 'true' : undefined}
              className="flex min-h-11 items-center gap-x-2 rounded-md px-2.5 sm:px-4 no-underline hover:bg-ink/10 aria-[current=true]:bg-ink aria-[current=true]:font-semibold aria-[current=true]:text-paper"
            >
              {fit === '' && <span aria-hidden="true">✓</span>}
              <span className="min-w-0">
                {fit === 'all' ? (
                  'All vehicles'
                ) : (
                  <>
                    Fits your <span className="max-sm:sr-only">{year} </span>
                    {model}
                  </>
                )}
                {counts[fit] !== null && <span className="tabular-nums"> ({counts[fit]})</span>}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
