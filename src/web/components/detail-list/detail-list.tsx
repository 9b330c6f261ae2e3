import type { ReactNode } from 'react'
import { classNames } from '../../ui/class-names.ts'

/**
 * One line of the list. Lines without a value are omitted. `nameWraps`: the name is long and the value short,
 * so that the name takes a second line in a narrow list.
 */
export type Detail = { name: string; value: ReactNode; className?: string; nameWraps?: boolean }

/** Names and values, one pair per line, values right-aligned in tabular figures. */
export function DetailList({ details, className }: { details: readonly Detail[]; className?: string }) {
  return (
    <dl className={classNames('divide-y divide-line border-y border-line', className)}>
      {details
        .filter(({ value }) => value !== undefined && value !== null && value !== '' && value !== false)
        .map(({ name, value, className: extra, nameWraps }) => (
          <div key={name} className="flex items-baseline justify-between gap-x-6 py-2 max-xs:flex-wrap">
            <dt className={classNames('text-ink-soft', nameWraps ? 'min-w-0 wrap-anywhere' : 'shrink-0')}>
              {name}
            </dt>
            <dd
              className={classNames(
                'ml-auto min-w-0 text-right text-balance tabular-nums wrap-anywhere',
                nameWraps && 'shrink-0',
                extra,
              )}
            >
              {value}
            </dd>
          </div>
        ))}
    </dl>
  )
}
