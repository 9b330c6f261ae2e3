import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** Why a form did not work. The paragraph is there before it says anything, so that screen readers hear the words come. */
export function FormError({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <p role="alert" className={classNames('font-medium text-danger empty:hidden', className)}>
      {children}
    </p>
  )
}
