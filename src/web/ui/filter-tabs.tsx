/** `count` is the number of matching rows. */
export type FilterTab<Key extends string> = { key: Key; label: string; count?: number | undefined }

/** Filters of one list, such as All (12), Unpaid (3). Toggle buttons, not tabs: the page does not change. */
export function FilterTabs<Key extends string>({
  label,
  tabs,
  value,
  onChange,
}: {
  /** The accessible name, such as "Filter orders". */
  label: string
  tabs: readonly FilterTab<Key>[]
  value: Key | undefined
  onChange: (key: Key) => void
}) {
  return (
    <div
      role="group"
      aria-label={label}
      className="flex flex-wrap gap-x-1 border-b border-line max-sm:w-full"
    >
      {tabs.map((tab) => (
        <button
          key={tab.key}
          type="button"
          aria-pressed={tab.key === value}
          onClick={() => onChange(tab.key)}
          className="-mb-px flex min-h-11 min-w-11 items-center justify-center gap-2 border-b-3 border-transparent px-3 font-semibold text-ink-soft hover:text-ink aria-pressed:border-signal aria-pressed:text-ink max-sm:grow max-sm:flex-col max-sm:gap-0.5 max-sm:px-1 max-sm:py-1.5 max-sm:text-sm"
        >
          {tab.label}
          {tab.count !== undefined && (
            <span className="rounded-sm bg-ink/8 px-1.5 text-sm tabular-nums">{tab.count}</span>
          )}
        </button>
      ))}
    </div>
  )
}
