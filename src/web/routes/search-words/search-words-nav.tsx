import { NavLink } from 'react-router'
import * as paths from '#paths.ts'
import { classNames } from '../../ui/class-names.ts'

const screens = [
  { to: paths.searchWords, label: 'Synonyms' },
  { to: paths.missedSearches, label: 'Not found' },
]

export function SearchWordsNav() {
  return (
    <nav aria-label="Search Synonyms" className="mb-4 flex flex-wrap gap-x-1 border-b border-line">
      {screens.map(({ to, label }) => (
        <NavLink
          key={to}
          to={to}
          end
          prefetch="intent"
          className={({ isActive }) =>
            classNames(
              '-mb-px flex min-h-11 items-center border-b-3 px-3 font-semibold no-underline',
              isActive ? 'border-signal text-ink' : 'border-transparent text-ink-soft hover:text-ink',
            )
          }
        >
          {label}
        </NavLink>
      ))}
    </nav>
  )
}
