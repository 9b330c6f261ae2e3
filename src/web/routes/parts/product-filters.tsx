import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { formatCount } from '#domain/shared/format-count.ts'
import type { Facet, Facets } from '#domain/search/product-search.ts'
import { classNames } from '../../ui/class-names.ts'
import { filterLabel, type FilterName, filterNames, type ProductSearch, partsPath } from './product-search.ts'

/** Choices of a filter that are shown at once. */
const SHOWN = 10

const titles = { category: 'Category', brand: 'Brand', price: 'Price', stock: 'Availability' } as const

/** The choices of each filter as links, with how many parts each shows. On small screens they are folded. */
export function ProductFilters({ search, facets }: { search: ProductSearch; facets: Facets }) {
  const choices = {
    category: facets.categories,
    brand: facets.brands,
    price: facets.prices,
    stock: facets.stock,
  }
  return (
    <details className="group/filters min-w-0 rounded-lg border border-line bg-raised lg:border-0 lg:bg-transparent lg:details-content:[content-visibility:visible]">
      <summary className="flex min-h-12 list-none items-center justify-between px-4 font-semibold supports-[selector(::details-content)]:lg:hidden [&::-webkit-details-marker]:hidden">
        Filters
        <span aria-hidden="true" className="transition-transform group-open/filters:rotate-180">
          ▾
        </span>
      </summary>
      <nav aria-label="Filters" className="grid gap-6 px-4 pb-4 max-lg:sm:grid-cols-2 lg:px-0 lg:pb-0">
        {filterNames.map((name) => (
          <Choices key={name} search={search} name={name} choices={choices[name]} />
        ))}
      </nav>
    </details>
  )
}

function Choices({
  search,
  name,
  choices,
}: {
  search: ProductSearch
  name: FilterName
  choices: readonly Facet[]
}) {
  const id = useId()
  const chosen = search[name]
  // The chosen value stays in the list even without matches.
  const listed =
    chosen === '' || choices.some((choice) => choice.name === chosen)
      ? choices
      : [{ name: chosen, count: 0 }, ...choices]
  if (listed.length === 0) return null
  const first = mostFrequent(listed, chosen)
  const more = listed.filter((choice) => !first.includes(choice))
  const links = (some: readonly Facet[]): ReactNode =>
    some.map((choice) => <ChoiceLink key={choice.name} search={search} name={name} choice={choice} />)
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h2 id={id} className="mb-1 font-body text-base font-semibold tracking-normal">
        {titles[name]}
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

function ChoiceLink({ search, name, choice }: { search: ProductSearch; name: FilterName; choice: Facet }) {
  const isChosen = search[name] === choice.name
  return (
    <li>
      <Link
        to={partsPath(search, { [name]: isChosen ? '' : choice.name })}
        rel="nofollow"
        aria-current={isChosen ? 'true' : undefined}
        className={classNames(
          'flex min-h-11 items-center justify-between gap-3 no-underline hover:underline',
          isChosen && 'font-semibold',
        )}
      >
        <span className="min-w-0 truncate">
          {isChosen && <span aria-hidden="true">✓ </span>}
          {filterLabel(name, choice.name)}
        </span>
        {choice.count !== null && (
          <span className="text-ink-soft tabular-nums">{formatCount(choice.count)}</span>
        )}
      </Link>
    </li>
  )
}

/** The choices that most parts have, and the chosen one, in their order. */
function mostFrequent(choices: readonly Facet[], chosen: string): readonly Facet[] {
  if (choices.length <= SHOWN + 2) return choices
  const top = new Set(choices.toSorted((a, b) => (b.count ?? 0) - (a.count ?? 0)).slice(0, SHOWN))
  return choices.filter((choice) => top.has(choice) || choice.name === chosen)
}
