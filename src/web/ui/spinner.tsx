import { classNames } from './class-names.ts'

/** A spinner of 1 em in the text color. Decoration: the text next to it describes the state. */
export function Spinner({ className }: { className?: string }) {
  return (
    <svg
      data-spinner
      aria-hidden="true"
      viewBox="0 0 24 24"
      className={classNames('size-[1em] animate-spin', className)}
      fill="none"
      strokeWidth="3"
    >
      <circle cx="12" cy="12" r="9.5" stroke="currentColor" opacity="0.25" />
      <path d="M12 2.5a9.5 9.5 0 0 1 9.5 9.5" stroke="currentColor" />
    </svg>
  )
}

/** A loading state inside a page. `label` is announced and shown, such as "Loading your orders". */
export function LoadingBlock({ label }: { label: string }) {
  return (
    <div
      role="status"
      className="flex min-h-40 items-center noscript:hidden justify-center gap-3 text-ink-soft"
    >
      <Spinner className="text-2xl text-signal" />
      <span>{label}</span>
    </div>
  )
}

/** A full-screen overlay while something must finish first, such as signing in. */
export function FullScreenSpinner({ label }: { label: string }) {
  return (
    <div
      role="status"
      className="fixed inset-0 z-50 flex flex-col items-center justify-center gap-4 bg-paper noscript:hidden"
    >
      <Spinner className="text-5xl text-signal" />
      <span className="font-display text-xl">{label}</span>
    </div>
  )
}
