import { classNames } from './class-names.ts'

/** A grey place-holder of the size its classes give. Hidden from screen readers; put a LoadingBlock or role=status beside it. */
export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden="true" className={classNames('animate-pulse rounded-md bg-ink/10', className)} />
}
