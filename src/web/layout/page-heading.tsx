import type { ReactNode } from 'react'

/** The h1 of a screen with a one-line description; `actions` are on its right. */
export function PageHeading({
  eyebrow,
  title,
  lead,
  actions,
}: {
  eyebrow?: string
  title: ReactNode
  lead?: ReactNode
  actions?: ReactNode
}) {
  return (
    <div className="mb-8 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
      <div className="max-w-3xl min-w-0">
        {eyebrow && <p className="eyebrow mb-2">{eyebrow}</p>}
        <h1 className="text-4xl sm:text-5xl">{title}</h1>
        {lead && <p className="mt-3 text-lg text-ink-soft">{lead}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
    </div>
  )
}
