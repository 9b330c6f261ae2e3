import { useId, type ReactNode } from 'react'
import { classNames } from './class-names.ts'

/**
 * Props shared by all fields. `error` is announced and tied to the control; `hint` is read after the label.
 */
export type FieldProps = {
  label: string
  hint?: ReactNode
  error?: string | undefined
  /** Shows "optional" next to the label. Required is the default and is not marked. */
  optional?: boolean | undefined
  /** The label is for screen readers only: the control itself shows what it is. */
  labelHidden?: boolean | undefined
  /** Classes of the whole field, for its position in a grid. */
  fieldClassName?: string | undefined
}

/** Separates a field's props into those of its frame and its control, with the ids that tie them. */
export function useField<Props extends FieldProps>(props: Props) {
  const id = useId()
  const { label, hint, error, optional, labelHidden, fieldClassName, ...control } = props
  const describedBy = classNames(hint !== undefined && `${id}-hint`, error && `${id}-error`)
  return {
    frame: { id, label, hint, error, optional, labelHidden, fieldClassName },
    control: {
      ...control,
      id,
      'aria-invalid': error ? true : undefined,
      'aria-describedby': describedBy || undefined,
    },
  }
}

/** Label, control, then hint and error. The error is a polite live region that is always rendered. */
export function FieldFrame({
  id,
  label,
  hint,
  error,
  optional,
  labelHidden = false,
  fieldClassName,
  children,
}: FieldProps & { id: string; children: ReactNode }) {
  return (
    <div className={classNames('flex flex-col gap-1.5', fieldClassName)}>
      <label
        htmlFor={id}
        className={labelHidden ? 'sr-only' : 'flex flex-wrap items-baseline gap-x-3 font-medium'}
      >
        <span className="min-w-0 grow basis-24">{label}</span>
        {optional && <span className="ml-auto text-sm font-normal text-ink-soft">optional</span>}
      </label>
      {children}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-sm text-ink-soft">
          {hint}
        </p>
      )}
      <p id={`${id}-error`} aria-live="polite" className="text-sm font-medium text-danger empty:hidden">
        {error && (
          <>
            <span aria-hidden="true">▲ </span>
            {error}
          </>
        )}
      </p>
    </div>
  )
}

/** Classes of a text control: 46 px high, red border when invalid. */
export const controlClasses =
  'min-h-11.5 w-full min-w-0 rounded-md border border-line-strong bg-raised px-3 py-2 text-base text-ink ' +
  'placeholder:text-ink-soft hover:border-ink [&:is(input,textarea):read-only]:bg-surface [&:is(input,textarea):read-only]:text-ink-soft ' +
  'disabled:opacity-60 aria-invalid:border-danger aria-invalid:shadow-[inset_3px_0_0_var(--color-danger)]'
