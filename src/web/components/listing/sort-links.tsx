import { Link } from 'react-router'
import { classNames } from '../../ui/class-names.ts'
import { partsPath, type ProductSearch, sortsOf } from './parts-url.ts'

/** The sort orders of a list as links. */
export function SortLinks({ search, className }: { search: ProductSearch; className?: string }) {
  return (
    <ul className={className}>
      {sortsOf(search).map(({ sort, label, isChosen }) => (
        <li key={sort}>
          <Link
            to={partsPath(search, { sort })}
            rel="nofollow"
            aria-current={isChosen ? 'true' : undefined}
            className={classNames(
              'flex min-h-11 items-center underline-offset-4',
              isChosen ? 'font-semibold no-underline' : 'underline',
            )}
          >
            {label}
          </Link>
        </li>
      ))}
    </ul>
  )
}
