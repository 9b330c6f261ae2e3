import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { type Facet, FACET_NAMES, type FacetName, FACETS, type Facets } from '#domain/search/facets.ts'
import { formatCount } from '#domain/shared/format-count.ts'
import { buttonClasses } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { CloseIcon } from '../../ui/icons.tsx'
import { mostFrequent } from './most-frequent.ts'
import { type ProductSearch, partsPath } from './parts-url.ts'
import { SortLinks } from './sort-links.tsx'

/** The number of a filter's choices that are shown initially. */
const MAX_SHOWN_CHOICES = 10

const SHEET_ID = 'filters'

/**
 * The button that opens the filters where they are a sheet, with the number of active filters. Works without
 * JavaScript.
 */
export function FiltersButton({ search }: { search: ProductSearch }) {
  const used = FACET_NAMES.filter((name) => search[name] !== '').length
  return (
    <button type="button" popoverTarget={SHEET_ID} className={buttonClasses({}, 'min-h-11.5 lg:hidden')}>
      {used === 0 ? 'Filters' : `Filters (${used})`}
    </button>
  )
}

/**
 * The choices of each filter as links, with how many parts each shows. A sheet from the bottom of small
 * screens; `count`: the parts found.
 */
export function FilterPanel({
  search,
  facets,
  count,
  categoryPath,
}: {
  search: ProductSearch
  facets: Facets
  count: string
  /** The URL of the list of a category; by default a search. */
  categoryPath: ((category: string) => string) | undefined
}) {
  return (
    <nav id={SHEET_ID} popover="auto" aria-label="Filters" className="sheet">
      <p className="sticky top-0 flex min-h-14 items-center justify-between bg-raised font-display text-2xl font-semibold lg:hidden">
        Filters
        <button
          type="button"
          popoverTarget={SHEET_ID}
          popoverTargetAction="hide"
          aria-label="Close the filters"
          className="-mr-3 flex size-11 items-center justify-center rounded-md hover:bg-ink/10"
        >
          <CloseIcon />
        </button>
      </p>
      <div className="grid gap-6 max-lg:sm:grid-cols-2">
        <section aria-label="Sort by" className="lg:hidden">
          <h2 className="mb-1 text-base">Sort by</h2>
          <SortLinks search={search} />
        </section>
        {FACET_NAMES.map((name) => (
          <Choices
            key={name}
            search={search}
            name={name}
            choices={facets[FACETS[name].list]}
            pathOf={name === 'category' ? categoryPath : undefined}
          />
        ))}
      </div>
      <p className="sticky bottom-0 bg-raised pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] lg:hidden">
        <button
          type="button"
          popoverTarget={SHEET_ID}
          popoverTargetAction="hide"
          className={buttonClasses({ variant: 'primary', full: true })}
        >
          Show {count}
        </button>
      </p>
    </nav>
  )
}

function Choices({
  search,
  name,
  choices,
  pathOf,
}: {
  search: ProductSearch
  name: FacetName
  choices: readonly Facet[]
  pathOf: ((choice: string) => string) | undefined
}) {
  const id = useId()
  const chosen = search[name]
  // The chosen value stays in the list even without matches.
  const listed =
    chosen === '' || choices.some((choice) => choice.name === chosen)
      ? choices
      : [{ name: chosen, count: 0 }, ...choices]
  if (listed.length === 0) return null
  const first =
    listed.length <= MAX_SHOWN_CHOICES + 2 ? listed : mostFrequent(listed, MAX_SHOWN_CHOICES, chosen)
  const more = listed.filter((choice) => !first.includes(choice))
  const links = (some: readonly Facet[]): ReactNode =>
    some.map((choice) => (
      <ChoiceLink key={choice.name} search={search} name={name} choice={choice} pathOf={pathOf} />
    ))
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h2 id={id} className="mb-1 text-base">
        {FACETS[name].title}
      </h2>
      <ul>{links(first)}</ul>
      {more.length > 0 && (
        <details>
          <summary className="flex min-h-11 items-center text-ink-soft underline underline-offset-4">
            {more.length} more
          </summary>
          <ul>{links(more)}</ul>
        </details>
      )}
    </section>
  )
}

function ChoiceLink({
  search,
  name,
  choice,
  pathOf,
}: {
  search: ProductSearch
  name: FacetName
  choice: Facet
  pathOf: ((choice: string) => string) | undefined
}) {
  const isChosen = search[name] === choice.name
  const next = isChosen ? '' : choice.name
  return (
    <li>
      <Link
        to={pathOf?.(next) ?? partsPath(search, { [name]: next })}
        rel={pathOf ? undefined : 'nofollow'}
        aria-current={isChosen ? 'true' : undefined}
        className={classNames(
          'flex min-h-11 items-center justify-between gap-3 no-underline hover:underline',
          isChosen && 'font-semibold',
        )}
      >
        <span className="min-w-0 truncate">
          {isChosen && <span aria-hidden="true">✓ </span>}
          {FACETS[name].label(choice.name)}
        </span>
        {choice.count !== null && (
          <span className="text-ink-soft tabular-nums">{formatCount(choice.count)}</span>
        )}
      </Link>
    </li>
  )
}
