import { type Ref, useId } from 'react'
import { Button } from './button.tsx'

/**
 * Adds a row to a list. At the most that the list may have it does nothing, and the text next to it says so.
 */
export function AddRowButton({
  label,
  rows,
  max,
  onAdd,
  ref,
}: {
  /** "Add a zone" */
  label: string
  /** How many there are. */
  rows: number
  max: number
  onAdd: () => void
  ref?: Ref<HTMLButtonElement>
}) {
  const why = useId()
  const isFull = rows >= max
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <Button
        ref={ref}
        aria-disabled={isFull}
        aria-describedby={isFull ? why : undefined}
        onClick={() => {
          if (!isFull) onAdd()
        }}
      >
        {label}
      </Button>
      <p id={why} role="status" className="text-sm text-ink-soft">
        {isFull && `${max} are the most. Remove one to add another.`}
      </p>
    </div>
  )
}
