import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { PageHeading } from '../../layout/page-heading.tsx'
import { classNames } from '../../ui/class-names.ts'

/** The title of both screens. */
export const TITLE = 'Search Words'

const screens = [
  { to: '/dashboard/searchWords', label: 'Synonyms' },
  { to: '/dashboard/searchWords/missed', label: 'Not found' },
]

/** The heading of the screens about searches, with links between them. */
export function SearchWordsHeading({ lead, actions }: { lead: string; actions?: ReactNode }) {
  return (
    <>
      <PageHeading title={TITLE} lead={lead} actions={actions} />
      <nav aria-label={TITLE} className="mb-6 flex flex-wrap gap-x-1 border-b border-line">
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
    </>
  )
}
