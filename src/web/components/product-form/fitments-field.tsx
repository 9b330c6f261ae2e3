import { useRef, useState } from 'react'
import { type Fitment, fitmentKey, fitmentText } from '#domain/vehicles/fitment.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { VehiclesProblem } from '../vehicle-finder/vehicles-problem.tsx'
import { FitmentRow } from './fitment-row.tsx'
import type { FitmentRowState } from './use-fitment-row.ts'

/** What the field needs from the form. `error` is the server's message about the list. */
type FitmentsFieldProps = {
  lines: readonly Fitment[] | null
  onChange: (lines: readonly Fitment[]) => void
  row: FitmentRowState
  error?: string | undefined
  reload: () => Promise<boolean>
}

/**
 * The vehicles that a product fits, and a row that adds one. Null when they could not be loaded; `reload` retries (false: it
 * failed again).
 */
export function FitmentsField({ lines, reload, ...rest }: FitmentsFieldProps) {
  const legend = useRef<HTMLLegendElement>(null)
  return (
    <fieldset className="flex min-w-0 flex-col gap-4">
      <legend ref={legend} tabIndex={-1} className="mb-3 text-xl font-semibold focus:outline-none">
        Vehicles it fits
      </legend>
      {lines ? (
        <FitmentLines lines={lines} {...rest} />
      ) : (
        <VehiclesProblem
          rest="Everything else can be saved; what the part fits stays as it is."
          reload={reload}
          heading={legend}
        />
      )}
    </fieldset>
  )
}

function FitmentLines({
  lines,
  onChange,
  row,
  error,
}: Omit<FitmentsFieldProps, 'lines' | 'reload'> & { lines: readonly Fitment[] }) {
  const list = useRef<HTMLUListElement>(null)
  const [announcement, setAnnouncement] = useState('')

  const add = () => {
    const line = row.submit(lines)
    if (!line) return
    onChange([...lines, line])
    setAnnouncement(`Added ${fitmentText(line)}`)
    row.focus('make')
  }
  const remove = (line: Fitment, at: number) => {
    // Move focus while the removed row still has it, or the page would lose it.
    const next = list.current?.querySelectorAll('button')[at + 1]
    if (next) next.focus()
    else row.focus('make')
    onChange(lines.toSpliced(at, 1))
    setAnnouncement(`Removed ${fitmentText(line)}`)
  }

  return (
    <>
      {lines.length === 0 ? (
        <p className="text-ink-soft">
          No vehicles added: visitors find this part by name, category and brand only.
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
        {announcement}
      </p>
    </>
  )
}
