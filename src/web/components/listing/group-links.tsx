import { Link } from 'react-router'
import { formatCount } from '#domain/shared/format-count.ts'

/** One of the groups that the parts of a page fall into. A null count is not known. */
export type Group = { name: string; path: string; count: number | null; current?: boolean }

/** Groups of parts as links with their counts. `label` is the kind of group. */
export function GroupLinks({ label, groups }: { label: string; groups: readonly Group[] }) {
  return (
    <nav aria-label={label} className="mb-4 sm:mb-6">
      {/* One line on a phone, which scrolls: the parts begin on its first screen. */}
      <ul className="flex gap-2 max-sm:-mx-gutter max-sm:overflow-x-auto max-sm:px-gutter max-sm:py-1 sm:flex-wrap">
        {groups.map(({ name, path, count, current = false }) => (
          <li key={name} className="min-w-0 max-sm:shrink-0">
            <Link
              to={path}
              aria-current={current ? 'page' : undefined}
              className="group/link flex min-h-11 items-center gap-2 rounded-full border border-line-strong bg-raised px-4 no-underline hover:border-ink aria-[current=page]:border-ink aria-[current=page]:bg-ink aria-[current=page]:font-semibold aria-[current=page]:text-paper"
            >
              <span className="truncate">{name}</span>
              {count !== null && (
                <span className="text-sm text-ink-soft tabular-nums group-aria-[current=page]/link:text-paper">
                  {formatCount(count)}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
