import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

/** A raised surface. `padded` adds the standard 16 to 24 px. */
export function Card({ padded = true, className, ...rest }: ComponentProps<'div'> & { padded?: boolean }) {
  return (
    <div
      {...rest}
      className={classNames(
        'rounded-lg border border-line bg-raised shadow-low',
        padded && 'p-4 sm:p-6',
        className,
      )}
    />
  )
}
