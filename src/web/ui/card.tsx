import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

/** A raised surface, with the standard padding of 16 to 24 px. */
export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <div
      {...rest}
      className={classNames('rounded-lg border border-line bg-raised p-4 shadow-low sm:p-6', className)}
    />
  )
}
