import { useRef, useState } from 'react'
import { formatCount, formatCountOf } from '#domain/shared/format-count.ts'
import { type Fitment, fitmentSummary, fitmentLabel } from '#domain/vehicles/fitment.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { VehiclesProblem } from '../vehicle-finder/vehicles-problem.tsx'
import { CopyFitments } from './copy-fitments.tsx'
import { FitmentDetails } from './fitment-details.tsx'
import { FitmentRow } from './fitment-row.tsx'
import type { ProductForm } from './use-product-form.ts'

type FitmentsFieldProps = ProductForm['fits']

/**
 * The vehicles that a product fits, and a row that adds one. `fitments` is null when they failed to load
 * (`reload` retries) or are too many for the form: then `uneditableCount` says how many.
 */
export function FitmentsField({ fitments, uneditableCount, reload, ...rest }: FitmentsFieldProps) {
  const legend = useRef<HTMLLegendElement>(null)
  return (
    <fieldset className="flex min-w-0 flex-col gap-4">
      <legend ref={legend} tabIndex={-1} className="mb-3 text-xl font-semibold focus:outline-none">
        Vehicles it fits
      </legend>
      {uneditableCount !== undefined ? (
        <p>
          This part fits {formatCount(uneditableCount)} vehicles, too many to edit here. They stay as they
          are; importing a file changes them.
        </p>
      ) : fitments ? (
        <FitmentList fitments={fitments} {...rest} />
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

function FitmentList({
  fitments,
  onChange,
  row,
  error,
}: Pick<FitmentsFieldProps, 'onChange' | 'row' | 'error'> & { fitments: readonly Fitment[] }) {
  /** The fitment whose details are open. */
  const [detailed, setDetailed] = useState<number | null>(null)
  const [announcement, setAnnouncement] = useState('')

  const add = () => {
    const fitment = row.submit(fitments)
    if (!fitment) return
    onChange([...fitments, fitment])
    setAnnouncement(`Added ${fitmentLabel(fitment)}`)
    row.focus('make')
  }
  const remove = (fitment: Fitment, at: number) => {
    // Focus stays on the button, which now removes the next vehicle; after the last one there is none.
    if (at === fitments.length - 1) row.focus('make')
    setDetailed(null)
    onChange(fitments.toSpliced(at, 1))
    setAnnouncement(`Removed ${fitmentLabel(fitment)}`)
  }

  return (
    <>
      {fitments.length === 0 ? (
        <p className="text-ink-soft">
          No vehicles added. Customers can find this part by name, category and brand only.
        </p>
      ) : (
        <ul className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-5 gap-y-2 sm:grid-cols-2">
          {fitments.map((fitment, at) => (
            // By its position: its text changes while it is edited.
            <li
              key={at}
              className="rounded-md border border-line bg-raised pl-3 has-[details[open]]:col-span-full"
            >
              <div className="flex items-center justify-between gap-2 max-xs:flex-wrap">
                <span className="min-w-0 py-2 leading-snug wrap-anywhere tabular-nums">
                  {fitmentSummary(fitment)}
                </span>
                <Button
                  variant="ghost"
                  size="sm"
                  aria-label={`Remove ${fitmentSummary(fitment)}`}
                  onClick={() => remove(fitment, at)}
                >
                  Remove
                </Button>
              </div>
              <FitmentDetails
                fitment={fitment}
                open={detailed === at}
                onToggle={(open) => {
                  if (open) setDetailed(at)
                  else if (detailed === at) setDetailed(null)
                }}
                onChange={(changed) => onChange(fitments.with(at, changed))}
              />
            </li>
          ))}
        </ul>
      )}
      <FormError>{error}</FormError>
      <FitmentRow row={row} onAdd={add} />
      <CopyFitments
        fitments={fitments}
        onAdd={(all, added, name) => {
          onChange(all)
          setAnnouncement(`Added ${formatCountOf(added, 'vehicle')} of ${name}`)
        }}
      />
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </>
  )
}
