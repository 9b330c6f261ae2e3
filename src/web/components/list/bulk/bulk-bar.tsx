import { formatCount } from '#domain/shared/format-count.ts'
import { Button, type ButtonVariant } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import type { useBulk } from './use-bulk.ts'

/** A button of the bar, such as "Ship 2…". It opens a confirmation. */
export type BulkAction = { label: string; variant?: ButtonVariant; onPress: () => void }

/** Row selection and bulk actions; see useBulk. */
export type Bulk<Row extends { _id: string }> = Omit<ReturnType<typeof useBulk<Row>>, 'run'> & {
  actions: readonly BulkAction[]
}

/**
 * Bulk actions for the selected rows; sticks to the bottom of the screen while rows are selected or an action
 * runs.
 */
export function BulkBar<Row extends { _id: string }>({
  bulk: { selected, progress, actions },
  onClear,
}: {
  bulk: Bulk<Row>
  onClear: () => void
}) {
  const shown = selected.length > 0 || progress !== null
  return (
    <div
      data-bulk-bar={shown ? '' : undefined}
      className={
        shown
          ? classNames(
              'sticky bottom-3 z-20 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border border-line-strong bg-raised p-2 pl-4 shadow-high',
              selected.length === 0 && 'shown-late',
            )
          : 'sr-only'
      }
    >
      {/* Always rendered, so that each count is announced. */}
      <p role="status" className="font-semibold tabular-nums">
        {progress
          ? `${formatCount(progress.done)} of ${formatCount(progress.of)} done`
          : shown && `${formatCount(selected.length)} selected`}
      </p>
      {!progress && selected.length > 0 && (
        <>
          <div
            role="group"
            aria-label="With the selected rows"
            className="flex flex-wrap gap-2 max-sm:order-last max-sm:-ml-2 max-sm:w-[calc(100%+0.5rem)] max-sm:*:grow"
          >
            {actions.map(({ label, variant = 'quiet', onPress }) => (
              <Button key={label} size="sm" variant={variant} onClick={onPress}>
                {label}
              </Button>
            ))}
          </div>
          <Button size="sm" variant="ghost" className="max-sm:ml-auto" onClick={onClear}>
            Clear
          </Button>
        </>
      )}
    </div>
  )
}
