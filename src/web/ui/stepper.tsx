import { classNames } from './class-names.ts'
import { controlClasses, FieldFrame, type FieldProps, useField } from './field-frame.tsx'
import { parseNumber } from './parse-number.ts'

type StepperProps = FieldProps & {
  name?: string
  /** The input's text, even when it is not a number yet. */
  value: string
  onChange: (value: string) => void
  /** The range of the − and + buttons, in units. Typed values may exceed it; `error` then shows that. */
  min: number
  max: number
}

/**
 * A quantity input with − and + buttons. A text input: number inputs drop characters they do not parse, which
 * turned "5,0" into 50.
 */
export function Stepper({ name, value, onChange, min, max, ...field }: StepperProps) {
  const { frame, control } = useField(field)
  const read = parseNumber(value)
  const number = Number.isInteger(read) ? (read ?? null) : null
  const step = (by: number) =>
    onChange(String(Math.min(max, Math.max(min, number === null ? min : number + by))))
  const side =
    'min-h-11.5 w-[46px] shrink-0 border border-line-strong bg-surface text-xl not-disabled:hover:bg-raised disabled:opacity-45'
  return (
    <FieldFrame {...frame}>
      <span className="flex w-full max-w-56">
        <button
          type="button"
          aria-label={`One less: ${field.label}`}
          className={classNames(side, 'rounded-l-md border-r-0')}
          disabled={number !== null && number <= min}
          onClick={() => step(-1)}
        >
          <span aria-hidden="true">−</span>
        </button>
        <input
          {...control}
          name={name}
          type="text"
          role="spinbutton"
          inputMode="numeric"
          autoComplete="off"
          aria-valuemin={min}
          aria-valuemax={max}
          {...(number !== null && { 'aria-valuenow': number })}
          aria-required
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
            event.preventDefault()
            step(event.key === 'ArrowUp' ? 1 : -1)
          }}
          className={classNames(controlClasses, 'rounded-none! px-1! text-center tabular-nums')}
        />
        <button
          type="button"
          aria-label={`One more: ${field.label}`}
          className={classNames(side, 'rounded-r-md border-l-0')}
          disabled={number !== null && number >= max}
          onClick={() => step(1)}
        >
          <span aria-hidden="true">+</span>
        </button>
      </span>
    </FieldFrame>
  )
}
