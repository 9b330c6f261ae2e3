import type { ReactNode } from 'react'

/** The buttons of the form, which stay in view while it is filled in. */
export function SaveBar({ children }: { children: ReactNode }) {
  return (
    <div
      data-save-bar=""
      className="sticky bottom-0 z-20 flex flex-wrap items-center gap-3 border-t border-line-strong bg-paper py-3"
    >
      {children}
    </div>
  )
}
