import { classNames } from './class-names.ts'
import { Spinner } from './spinner.tsx'

/** A table skeleton. `label` is announced and shown, such as "Loading orders". */
export function ListSkeleton({ label }: { label: string }) {
  return (
    <div>
      <p role="status" className="mb-4 flex items-center gap-3 text-ink-soft">
        <Spinner className="text-signal" />
        {label}
      </p>
      <div aria-hidden="true" className="border border-line bg-raised">
        <div className="ticks h-11" />
        {Array.from({ length: 6 }, (_, row) => (
          <div key={row} className="flex items-center gap-4 border-t border-line p-3">
            <Skeleton className="h-12 w-16 shrink-0" />
            <div className="grow space-y-2">
              <Skeleton className="h-4 w-2/5" />
              <Skeleton className="h-3 w-1/4" />
            </div>
            <Skeleton className="h-4 w-16 max-sm:hidden" />
            <Skeleton className="h-4 w-24 max-sm:hidden" />
          </div>
        ))}
      </div>
    </div>
  )
}

function Skeleton({ className }: { className: string }) {
  return <div className={classNames('animate-pulse rounded-md bg-ink/10', className)} />
}
