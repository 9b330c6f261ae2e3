import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

/** A raised surface, with the standard padding of 16 to 24 px. */
export function Card({
  as: Element = 'div',
  className,
  ...rest
}: ComponentProps<'div'> & { as?: 'div' | 'section' }) {
  return (
    <Element
      {...rest}
      className={classNames('rounded-lg border border-line bg-raised p-4 shadow-low sm:p-6', className)}
    />
  )
}
