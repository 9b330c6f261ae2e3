import {
  DRIVES,
  type Fitment,
  fitmentLabel,
  MAX_BODY_LENGTH,
  MAX_NOTE_LENGTH,
  MAX_OPTION_LENGTH,
  MAX_QUANTITY,
} from '#domain/vehicles/fitment.ts'
import { POSITIONS } from '#domain/vehicles/position.ts'
import { Options, Select, TextArea, TextField } from '../../ui/field.tsx'

const QUANTITIES = Array.from({ length: MAX_QUANTITY }, (_, at) => at + 1)

/** The selects, each with its text for no choice. */
const selects = [
  { field: 'quantity', label: 'Quantity per vehicle', none: 'Not stated', options: QUANTITIES },
  { field: 'position', label: 'Position', none: 'Not stated', options: POSITIONS },
  { field: 'drive', label: 'Drive', none: 'Every drive', options: DRIVES },
] as const

/**
 * The details of a fitment besides its vehicle, initially closed. `onToggle` receives whether it is open. A
 * changed fitment becomes the shop's own.
 */
export function FitmentDetails({
  fitment,
  open,
  onToggle,
  onChange,
}: {
  fitment: Fitment
  open: boolean
  onToggle: (open: boolean) => void
  onChange: (fitment: Fitment) => void
}) {
  const name = `Details of ${fitmentLabel(fitment)}`
  const change = (over: Partial<Fitment>) => onChange({ ...fitment, ...over, source: 'shop' })
  const input = (field: 'body' | 'option' | 'note' | 'builtFrom' | 'builtTo') => ({
    value: fitment[field] ?? '',
    onChange: (event: { target: { value: string } }) => change({ [field]: event.target.value || null }),
  })
  const text = (field: 'body' | 'option' | 'note', maxLength: number) => ({
    ...input(field),
    maxLength,
    // Trailing spaces may precede another word.
    onBlur: () => {
      const trimmed = fitment[field]?.trim() ?? ''
      if (trimmed !== (fitment[field] ?? '')) change({ [field]: trimmed || null })
    },
  })
  const inOrder =
    fitment.builtFrom === null || fitment.builtTo === null || fitment.builtFrom <= fitment.builtTo
  return (
    <details open={open} onToggle={(event) => onToggle(event.currentTarget.open)} className="pr-3 pb-1">
      <summary
        aria-label={name}
        className="inline-flex min-h-11 cursor-pointer items-center underline underline-offset-4"
      >
        Details
      </summary>
      <div
        role="group"
        aria-label={name}
        className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 pt-1 pb-3 min-[26rem]:grid-cols-2"
      >
        {selects.map(({ field, label, none, options }) => (
          <Select
            key={field}
            label={label}
            value={fitment[field] ?? ''}
            onChange={({ target }) =>
              change({ [field]: options.find((option) => String(option) === target.value) ?? null })
            }
          >
            <option value="">{none}</option>
            <Options of={options} />
          </Select>
        ))}
        <TextField label="Body" placeholder="Every body" {...text('body', MAX_BODY_LENGTH)} />
        <TextField label="Built from" type="date" {...input('builtFrom')} />
        <TextField
          label="Built until"
          type="date"
          error={
            inOrder ? undefined : 'The last day is before the first. Choose the same day or a later one.'
          }
          {...input('builtTo')}
        />
        <TextField
          label="Only with the option"
          placeholder="with sport suspension"
          fieldClassName="min-[26rem]:col-span-2"
          {...text('option', MAX_OPTION_LENGTH)}
        />
        <TextArea
          label="Note"
          rows={2}
          fieldClassName="min-[26rem]:col-span-2"
          className="min-h-20"
          {...text('note', MAX_NOTE_LENGTH)}
        />
      </div>
    </details>
  )
}
