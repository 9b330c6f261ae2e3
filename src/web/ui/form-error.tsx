import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** Why a submit or request failed. Always rendered, so that screen readers announce the message. */
export function FormError({
  className,
  onRetry,
  children,
}: {
  className?: string
  /** Adds a button to the message. */
  onRetry?: (() => void) | false
  children: ReactNode
}) {
  return (
    <p role="alert" className={classNames('font-medium text-danger empty:hidden', className)}>
      {children}
      {onRetry && children && (
        <>
          {' '}
          <button type="button" onClick={onRetry} className="min-h-11 underline underline-offset-4">
            Try again
          </button>
        </>
      )}
    </p>
  )
}
