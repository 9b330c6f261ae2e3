import type { ReactNode } from 'react'

/** An empty or no-results state: says why and offers the next step (`children`: one or two buttons). */
export function EmptyState({
  title,
  text,
  children,
}: {
  title: string
  text?: ReactNode
  children?: ReactNode
}) {
  return (
    <div className="grid-paper relative crop-marks rounded-lg bg-surface p-6 sm:p-10">
      <div className="mx-auto flex max-w-lg flex-col items-center gap-3 rounded-md bg-surface px-4 py-6 text-center">
        <h2 className="text-2xl">{title}</h2>
        {text && <p className="text-ink-soft">{text}</p>}
        {children && <div className="mt-2 flex flex-wrap justify-center gap-3">{children}</div>}
      </div>
    </div>
  )
}
