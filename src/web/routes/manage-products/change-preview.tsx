/**
 * One row before and after. `after` is null while it is unknown, or when the change is invalid (`problem`).
 */
type PreviewLine = {
  id: string
  name: string
  before: string
  after: string | null
  problem?: string | undefined
}

/** Previews a bulk change row by row. Scrollable, including by keyboard. */
export function ChangePreview({ lines }: { lines: readonly PreviewLine[] }) {
  return (
    <div
      role="group"
      aria-label="Preview"
      tabIndex={0}
      className="max-h-[min(16rem,35vh)] overflow-y-auto rounded-md border border-line bg-surface px-3"
    >
      <ul className="divide-y divide-line">
        {lines.map(({ id, name, before, after, problem }) => (
          <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
            <span className="min-w-0 wrap-anywhere">{name}</span>
            <span className="ml-auto whitespace-nowrap tabular-nums">
              {before}
              {after !== null && (
                <>
                  {' → '}
                  <strong>{after}</strong>
                </>
              )}
              {problem && <span className="font-medium text-danger"> → {problem}</span>}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
