import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** Why a submit failed. Always rendered, so that screen readers announce the message. */
export function FormError({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <p role="alert" className={classNames('font-medium text-danger empty:hidden', className)}>
      {children}
    </p>
  )
}
