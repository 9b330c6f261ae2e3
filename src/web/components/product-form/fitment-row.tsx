import { Button } from '../../ui/button.tsx'
import { Options, Select } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { MakeOptions } from '../vehicle-finder/make-options.tsx'
import type { FitmentStep } from './fitment-texts.ts'
import type { FitmentRowState } from './use-fitment-row.ts'

/** The selects and their placeholders. */
const selects: readonly { step: FitmentStep; label: string; open: string }[] = [
  { step: 'make', label: 'Make', open: 'Choose a make' },
  { step: 'model', label: 'Model', open: 'Choose a model' },
  { step: 'yearFrom', label: 'First year', open: 'Choose a year' },
  { step: 'yearTo', label: 'Last year', open: 'Choose a year' },
  { step: 'variant', label: 'Variant', open: 'Every variant' },
  { step: 'engine', label: 'Engine', open: 'Every engine' },
]

/** Selects for make → model → years → variant → engine, and a button that adds the vehicle. */
export function FitmentRow({ row, onAdd }: { row: FitmentRowState; onAdd: () => void }) {
  const { texts, choices, choose, errors, problem, waiting, loadProblem, retry, register } = row
  const loadingStep = selects.find(({ step }) => choices[step].length === 0)?.step
  // The button is removed when it is pressed: the last select keeps the focus until the next one can be used.
  const tryAgain = () => {
    row.focus(selects.findLast(({ step }) => texts[step] !== '')?.step ?? 'make')
    const last = document.activeElement
    retry(() => document.activeElement === last && row.focus(loadingStep ?? 'engine'))
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 sm:grid-cols-2">
      {selects.map(({ step, label, open }) => (
        <Select
          key={step}
          label={label}
          ref={(select) => register(step, select)}
          disabled={choices[step].length === 0 && step !== 'make'}
          value={texts[step]}
          error={errors[step]}
          onChange={(event) => choose(step, event.target.value)}
        >
          <option value="">{waiting && step === loadingStep ? 'Loading…' : open}</option>
          {step === 'make' ? <MakeOptions of={choices.make} /> : <Options of={choices[step]} />}
        </Select>
      ))}
      <div className="flex flex-col items-start gap-2 sm:col-span-full">
        <FormError onRetry={loadProblem !== '' && tryAgain}>{problem || loadProblem}</FormError>
        <Button onClick={onAdd}>Add this vehicle</Button>
      </div>
    </div>
  )
}
