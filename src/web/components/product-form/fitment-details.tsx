import {
  DRIVES,
  type Fitment,
  fitmentText,
  MAX_BODY,
  MAX_NOTE,
  MAX_OPTION,
  MAX_QUANTITY,
} from '#domain/vehicles/fitment.ts'
import { POSITIONS } from '#domain/vehicles/position.ts'
import { Options, Select, TextArea, TextField } from '../../ui/field.tsx'

const QUANTITIES = Array.from({ length: MAX_QUANTITY }, (_, at) => at + 1)

/**
 * The details of a line besides its vehicle, initially closed. `onToggle` receives whether it is open. A
 * changed line becomes the shop's own.
 */
export function FitmentDetails({
  line,
  open,
  onToggle,
  onChange,
}: {
  line: Fitment
  open: boolean
  onToggle: (open: boolean) => void
  onChange: (line: Fitment) => void
}) {
  const name = `Details of ${fitmentText(line)}`
  const change = (over: Partial<Fitment>) => onChange({ ...line, ...over, source: 'shop' })
  const text = (field: 'body' | 'option' | 'note', maxLength: number) => ({
    value: line[field] ?? '',
    maxLength,
    onChange: (event: { target: { value: string } }) => change({ [field]: event.target.value || null }),
    // Trailing spaces may precede another word.
    onBlur: () => {
      const trimmed = line[field]?.trim() ?? ''
      if (trimmed !== (line[field] ?? '')) change({ [field]: trimmed || null })
    },
  })
  const inOrder = line.builtFrom === null || line.builtTo === null || line.builtFrom <= line.builtTo
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
        <Select
          label="Quantity per vehicle"
          value={line.quantity ?? ''}
          onChange={({ target }) => change({ quantity: target.value === '' ? null : Number(target.value) })}
        >
          <option value="">Not stated</option>
          <Options of={QUANTITIES} />
        </Select>
        <Select
          label="Position"
          value={line.position ?? ''}
          onChange={({ target }) =>
            change({ position: POSITIONS.find((position) => position === target.value) ?? null })
          }
        >
          <option value="">Not stated</option>
          <Options of={POSITIONS} />
        </Select>
        <Select
          label="Drive"
          value={line.drive ?? ''}
          onChange={({ target }) => change({ drive: DRIVES.find((drive) => drive === target.value) ?? null })}
        >
          <option value="">Every drive</option>
          <Options of={DRIVES} />
        </Select>
        <TextField label="Body" placeholder="Every body" {...text('body', MAX_BODY)} />
        <TextField
          label="Built from"
          type="date"
          value={line.builtFrom ?? ''}
          onChange={({ target }) => change({ builtFrom: target.value || null })}
        />
        <TextField
          label="Built until"
          type="date"
          error={
            inOrder ? undefined : 'The last day is before the first. Choose the same day or a later one.'
          }
          value={line.builtTo ?? ''}
          onChange={({ target }) => change({ builtTo: target.value || null })}
        />
        <TextField
          label="Only with the option"
          placeholder="with sport suspension"
          fieldClassName="min-[26rem]:col-span-2"
          {...text('option', MAX_OPTION)}
        />
        <TextArea
          label="Note"
          rows={2}
          fieldClassName="min-[26rem]:col-span-2"
          className="min-h-20"
          {...text('note', MAX_NOTE)}
        />
      </div>
    </details>
  )
}
