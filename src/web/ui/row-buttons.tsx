import { Button } from './button.tsx'

/** Buttons that move a row of a list up and down, as far as there is a place, and remove it. */
export function RowButtons<Row>({
  rows,
  at,
  called,
  onMove,
  onRemove,
}: {
  rows: readonly Row[]
  at: number
  /** The row, in the buttons' names. */
  called: string
  /** Receives the rows in their new order, and where the row is now. */
  onMove: (rows: readonly Row[], to: number) => void
  onRemove?: () => void
}) {
  const move = (to: number) => {
    const [one, two] = [rows[at], rows[to]]
    if (one !== undefined && two !== undefined) onMove(rows.with(at, two).with(to, one), to)
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button aria-disabled={at === 0} aria-label={`Move ${called} up: ↑`} onClick={() => move(at - 1)}>
        ↑
      </Button>
      <Button
        aria-disabled={at === rows.length - 1}
        aria-label={`Move ${called} down: ↓`}
        onClick={() => move(at + 1)}
      >
        ↓
      </Button>
      {onRemove && (
        <Button variant="danger" aria-label={`Remove ${called}`} onClick={onRemove}>
          Remove
        </Button>
      )}
    </div>
  )
}
