import { Link } from 'react-router'
import { classNames } from './class-names.ts'

/**
 * Server-rendered pagination. `page` and `pages` count from 1; `pathOf` returns a page's URL. Renders nothing
 * for a single page.
 */
export function PageLinks({
  label,
  page,
  pages,
  pathOf,
}: {
  /** The landmark's name, such as "Pages of parts". */
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

/** The page numbers to show: the ends, the current one with its neighbors, and null for a gap. */
export function shownPages(page: number, pages: number): (number | null)[] {
  const shown = [1, page - 1, page, page + 1, pages].filter((number) => number >= 1 && number <= pages)
  const numbers = [...new Set(shown)].toSorted((a, b) => a - b)
  return numbers.flatMap((number, at) => {
    const before = numbers[at - 1]
    if (before === undefined || number - before === 1) return [number]
    // A gap of one page: show the page instead.
    return number - before === 2 ? [number - 1, number] : [null, number]
  })
}
