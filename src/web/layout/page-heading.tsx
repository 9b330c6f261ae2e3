import type { ReactNode } from 'react'
import { classNames } from '../ui/class-names.ts'

/**
 * The h1 of a screen with a one-line description; `actions` are on its right. `compact`: above a long list,
 * which needs the room.
 */
export function PageHeading({
  eyebrow,
  title,
  lead,
  actions,
  compact = false,
}: {
  eyebrow?: string
  title: ReactNode
  lead?: ReactNode
  actions?: ReactNode
  compact?: boolean
}) {
  return (
    <div
      className={classNames(
        'flex flex-wrap items-end justify-between gap-x-8 gap-y-4',
        compact ? 'mb-3' : 'mb-5 sm:mb-8',
      )}
    >
      <div className="max-w-3xl min-w-0">
        {eyebrow && <p className="eyebrow mb-2">{eyebrow}</p>}
        <h1 className={compact ? 'text-2xl sm:text-3xl' : 'text-4xl sm:text-5xl'}>{title}</h1>
        {lead && (
          <p className={classNames('text-ink-soft', compact ? 'mt-1' : 'mt-2 sm:mt-3 sm:text-lg')}>{lead}</p>
        )}
      </div>
      {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
    </div>
  )
}
