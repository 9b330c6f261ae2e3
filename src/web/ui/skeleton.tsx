import { classNames } from './class-names.ts'

/** A gray placeholder, sized by its classes. Hidden from screen readers: pair it with a LoadingBlock or role=status. */
export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden="true" className={classNames('animate-pulse rounded-md bg-ink/10', className)} />
}
