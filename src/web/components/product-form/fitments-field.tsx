import { useRef, useState } from 'react'
import { type Fitment, fitmentKey, fitmentText } from '#domain/vehicles/fitment.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { FitmentRow } from './fitment-row.tsx'
import type { FitmentRowState } from './use-fitment-row.ts'

/** The vehicles that a part fits: a line for each, and the row that adds one. `error` is what the store says of the list. */
export function FitmentsField({
  lines,
  onChange,
  row,
  error,
}: {
  lines: readonly Fitment[]
  onChange: (lines: readonly Fitment[]) => void
  row: FitmentRowState
  error?: string | undefined
}) {
  const list = useRef<HTMLUListElement>(null)
  const [said, setSaid] = useState('')

  const add = () => {
    const line = row.take(lines)
    if (!line) return
    onChange([...lines, line])
    setSaid(`Added ${fitmentText(line)}`)
    row.first.current?.focus()
  }
  const remove = (line: Fitment, at: number) => {
    // While the row that goes still holds the focus: nothing is lost to the page in between.
    const next = list.current?.querySelectorAll('button')[at + 1] ?? row.first.current
    next?.focus()
    onChange(lines.toSpliced(at, 1))
    setSaid(`Removed ${fitmentText(line)}`)
  }

  return (
    <fieldset className="flex min-w-0 flex-col gap-4">
      <legend className="mb-3 text-xl font-semibold">Vehicles it fits</legend>
      {lines.length === 0 ? (
        <p className="text-ink-soft">
          No vehicles named: visitors find this part by name, category and brand only.
        </p>
      ) : (
        <ul ref={list} className="grid gap-x-5 gap-y-2 sm:grid-cols-2">
          {lines.map((line, at) => (
            <li
              key={fitmentKey(line)}
              className="flex items-center justify-between gap-2 rounded-md border border-line bg-raised pl-3"
            >
              <span className="min-w-0 py-2 leading-snug wrap-anywhere tabular-nums">
                {fitmentText(line)}
              </span>
              <Button
                variant="ghost"
                size="sm"
                aria-label={`Remove ${fitmentText(line)}`}
                onClick={() => remove(line, at)}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      <FormError>{error}</FormError>
      <FitmentRow row={row} onAdd={add} />
      <p role="status" className="sr-only">
        {said}
      </p>
    </fieldset>
  )
}
