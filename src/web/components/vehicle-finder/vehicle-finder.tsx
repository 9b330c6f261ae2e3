import { type ReactNode, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { Form } from 'react-router'
import { nextStep, vehicleSteps, type VehicleStep } from '#domain/vehicles/chosen-vehicle.ts'
import type { VehicleQuery } from '#domain/vehicles/vehicle.ts'
import * as paths from '#paths.ts'
import type { RefusedForm } from '../../form-action.server.ts'
import { FORM_PATH } from '../../session/my-vehicle.ts'
import { Button } from '../../ui/button.tsx'
import { Options, Select } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { MakeOptions } from './make-options.tsx'
import { parseChoices, type SerializedChoices } from './serialized-choices.ts'
import { useVehicleChoices } from './use-vehicle-choices.ts'
import { VehicleField } from './vehicle-field.tsx'

const labels = { make: 'Make', year: 'Year', model: 'Model', engine: 'Engine Model' } as const
const before = {
  make: '',
  year: 'Choose a make first',
  model: 'Choose a year first',
  engine: 'Choose a model first',
}

const NOTHING: VehicleQuery = {}

/**
 * The vehicle finder: a vehicle in words or a VIN, or make → year → model → engine; then /parts. With nothing
 * chosen it starts with the saved vehicle. Without JavaScript each submit loads /parts with the next select
 * enabled. Give it a `key` of its initial choice, so that it follows the URL.
 */
export function VehicleFinder({
  choices: sentChoices,
  chosen: firstChosen = NOTHING,
  children,
  path = FORM_PATH,
  refused,
  fills = true,
}: {
  /** The initial options, for `chosen`. */
  choices: SerializedChoices
  chosen?: VehicleQuery
  /** Hidden inputs that preserve other query parameters. */
  children?: ReactNode
  /** The parts page, with the search to preserve. */
  path?: string
  /** Why the words or the VIN were refused. */
  refused?: RefusedForm | undefined
  /** False: it starts empty even when a vehicle is saved. */
  fills?: boolean
}) {
  const { chosen, choices, choose, waiting, problem, retry } = useVehicleChoices(
    firstChosen,
    parseChoices(sentChoices),
    fills,
  )
  const form = useRef<HTMLFormElement>(null)
  const [missing, setMissing] = useState(false)
  const select = (step: VehicleStep) => form.current?.elements.namedItem(step) as HTMLSelectElement
  const adoptChosen = useEffectEvent(() => {
    const step = vehicleSteps.find((step) => select(step).value !== String(chosen[step] ?? ''))
    if (step) choose(step, select(step).value)
  })
  // Choices made before hydration; by a later effect, React may have reset the selects.
  useLayoutEffect(() => adoptChosen(), [])
  // The button is removed when it is pressed: the last select keeps the focus until the next one can be used.
  const tryAgain = () => {
    const last = select(vehicleSteps.findLast((step) => chosen[step] !== undefined) ?? 'make')
    last.focus()
    retry(() => document.activeElement === last && select(nextStep(chosen) ?? 'engine').focus())
  }
  const options = {
    make: choices.makes,
    year: choices.years,
    model: choices.models,
    engine: choices.engines,
  }
  return (
    <div>
      <VehicleField action={path} refused={refused} />
      <Form ref={form} action={paths.parts}>
        {children}
        {/* Reserves the button's column: a streamed page may paint before the button arrives. */}
        <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2 lg:grid-cols-[repeat(4,minmax(0,1fr))_minmax(9rem,auto)]">
          {vehicleSteps.map((step) => (
            <Select
              key={step}
              name={step}
              label={labels[step]}
              required={step === 'make'}
              disabled={options[step].length === 0}
              value={chosen[step] ?? ''}
              error={missing && step === 'make' ? 'Choose a make' : undefined}
              // Instead of the browser's own validation bubble.
              onInvalid={(event) => {
                event.preventDefault()
                event.currentTarget.focus()
                setMissing(true)
              }}
              onChange={(event) => {
                setMissing(false)
                choose(step, event.target.value)
              }}
            >
              <option value="">{emptyText(step, options[step].length > 0, waiting === step, chosen)}</option>
              {step === 'make' ? <MakeOptions of={choices.makes} /> : <Options of={options[step]} />}
            </Select>
          ))}
          {/* Aligned with the selects, even when an error is below one. */}
          <div className="flex items-start max-lg:col-span-full max-lg:pt-3 lg:pt-7.75">
            <Button type="submit" variant="primary" className="min-h-11.5 w-full whitespace-nowrap">
              Find My Parts
            </Button>
          </div>
        </div>
        <FormError className="mt-2" onRetry={tryAgain}>
          {problem}
        </FormError>
      </Form>
    </div>
  )
}

function emptyText(
  step: VehicleStep,
  open: boolean,
  waiting: boolean,
  { year, model }: VehicleQuery,
): string {
  if (waiting) return 'Loading…'
  if (!open) return step === 'engine' && model && !year ? before.model : before[step]
  return step === 'engine' ? 'Any engine' : `Choose a ${step}`
}
