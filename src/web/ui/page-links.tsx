import { Link } from 'react-router'
import { classNames } from './class-names.ts'

/**
 * The pages of a list that the server makes, as links. `page` and `pages` count from 1; `pathOf` gives a page's address.
 * Shows nothing when one page is enough.
 */
export function PageLinks({
  label,
  page,
  pages,
  pathOf,
}: {
  /** Names the landmark, such as "Pages of parts". */
  label: string
  page: number
  pages: number
  pathOf: (page: number) => string
}) {
  if (pages <= 1) return null
  return (
    <nav aria-label={label} className="mt-10">
      <ul className="flex flex-wrap justify-center gap-2">
        {page > 1 && <PageLink to={pathOf(page - 1)} text="Previous" />}
        {shownPages(page, pages).map((shown, at) =>
          shown === null ? (
            <li key={`gap ${at}`} aria-hidden="true" className="flex size-11 items-center justify-center">
              …
            </li>
          ) : (
            <PageLink
              key={shown}
              to={pathOf(shown)}
              text={String(shown)}
              name={`Page ${shown}`}
              current={shown === page}
            />
          ),
        )}
        {page < pages && <PageLink to={pathOf(page + 1)} text="Next" />}
      </ul>
    </nav>
  )
}

function PageLink({
  to,
  text,
  name,
  current = false,
}: {
  to: string
  text: string
  name?: string
  current?: boolean
}) {
  return (
    <li>
      <Link
        to={to}
        aria-label={name}
        aria-current={current ? 'page' : undefined}
        className={classNames(
          'flex min-h-11 min-w-11 items-center justify-center rounded-md border px-3 font-semibold tabular-nums no-underline',
          current ? 'border-ink bg-ink text-paper' : 'border-line-strong bg-raised hover:border-ink',
        )}
      >
        {text}
      </Link>
    </li>
  )
}

/** The page numbers to show: the ends, the present one with its neighbours, and null for a gap. */
export function shownPages(page: number, pages: number): (number | null)[] {
  const shown = [1, page - 1, page, page + 1, pages].filter((one) => one >= 1 && one <= pages)
  const numbers = [...new Set(shown)].toSorted((a, b) => a - b)
  return numbers.flatMap((one, at) => {
    const before = numbers[at - 1]
    if (before === undefined || one - before === 1) return [one]
    // A gap of a single page is no gap: that page fits in its place.
    return one - before === 2 ? [one - 1, one] : [null, one]
  })
}
