import type { ReactNode } from 'react'
import { classNames } from '../ui/class-names.ts'

/** The standard page body: the column with vertical padding. */
export function Page({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={classNames('page-column py-6 sm:py-12', className)}>{children}</div>
}
