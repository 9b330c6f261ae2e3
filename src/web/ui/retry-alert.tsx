import type { ReactNode } from 'react'
import { Alert } from './alert.tsx'
import { Button } from './button.tsx'

/** Says that something could not be loaded and why, with a button that tries again. */
export function RetryAlert({
  title,
  onRetry,
  className,
  children,
}: {
  title: string
  onRetry: () => void
  className?: string
  children: ReactNode
}) {
  return (
    <Alert tone="danger" title={title} {...(className && { className })}>
      <p>{children}</p>
      <Button className="mt-4" onClick={onRetry}>
        Try again
      </Button>
    </Alert>
  )
}
