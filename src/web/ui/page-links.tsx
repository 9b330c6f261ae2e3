import { Link, type LinkProps } from 'react-router'

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
        {page > 1 && <PageLink to={pathOf(page - 1)}>Previous</PageLink>}
        {shownPages(page, pages).map((shown, at) =>
          shown === null ? (
            <li key={`gap ${at}`} aria-hidden="true" className="flex size-11 items-center justify-center">
              …
            </li>
          ) : (
            <PageLink
              key={shown}
              to={pathOf(shown)}
              aria-label={`Page ${shown}`}
              aria-current={shown === page ? 'page' : undefined}
            >
              {shown}
            </PageLink>
          ),
        )}
        {page < pages && <PageLink to={pathOf(page + 1)}>Next</PageLink>}
      </ul>
    </nav>
  )
}

function PageLink(link: LinkProps) {
  return (
    <li>
      <Link
        {...link}
        className="flex min-h-11 min-w-11 items-center justify-center rounded-md border border-line-strong bg-raised px-3 font-semibold tabular-nums no-underline hover:border-ink aria-[current=page]:border-ink aria-[current=page]:bg-ink aria-[current=page]:text-paper"
      />
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
