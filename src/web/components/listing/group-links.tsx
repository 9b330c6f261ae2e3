import { Link } from 'react-router'
import { formatCount } from '#domain/shared/format-count.ts'
import { classNames } from '../../ui/class-names.ts'

/** One of the groups that the parts of a page fall into. A null count is not known. */
export type Group = { name: string; path: string; count: number | null; current?: boolean }

/** Groups of parts as links with their counts. `label`: what they are groups of. */
export function GroupLinks({ label, groups }: { label: string; groups: readonly Group[] }) {
  return (
    <nav aria-label={label} className="mb-6">
      <ul className="flex flex-wrap gap-2">
        {groups.map(({ name, path, count, current = false }) => (
          <li key={name} className="min-w-0">
            <Link
              to={path}
              aria-current={current ? 'page' : undefined}
              className={classNames(
                'flex min-h-11 items-center gap-2 rounded-full border px-4 no-underline',
                current
                  ? 'border-ink bg-ink font-semibold text-paper'
                  : 'border-line-strong bg-raised hover:border-ink',
              )}
            >
              <span className="truncate">{name}</span>
              {count !== null && (
                <span className={classNames('text-sm tabular-nums', !current && 'text-ink-soft')}>
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
