import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { controlClasses, FieldFrame, type FieldProps } from './field-frame.tsx'

/** Splits what belongs to the frame from what belongs to the control. */
function split<P extends FieldProps>(props: P) {
  const { label, hint, error, optional, fieldClassName, ...control } = props
  const frame: FieldProps = {
    label,
    ...(hint !== undefined && { hint }),
    ...(error !== undefined && { error }),
    ...(optional !== undefined && { optional }),
    ...(fieldClassName !== undefined && { fieldClassName }),
  }
  return { frame, control }
}

export type TextFieldProps = FieldProps & ComponentProps<'input'>

/** One line of text (also e-mail, phone, search, date by `type`). */
export function TextField(props: TextFieldProps) {
  const { frame, control } = split(props)
  return (
    <FieldFrame {...frame}>
      {(tie) => (
        <input type="text" {...control} {...tie} className={classNames(controlClasses, control.className)} />
      )}
    </FieldFrame>
  )
}

export type TextAreaProps = FieldProps & ComponentProps<'textarea'>

/** Several lines of text; grows with what is typed where the browser can. */
export function TextArea(props: TextAreaProps) {
  const { frame, control } = split(props)
  return (
    <FieldFrame {...frame}>
      {(tie) => (
        <textarea
          rows={4}
          {...control}
          {...tie}
          className={classNames(controlClasses, 'field-sizing-content min-h-28 max-h-96', control.className)}
        />
      )}
    </FieldFrame>
  )
}

export type SelectProps = FieldProps & ComponentProps<'select'>

/** A choice of few; give `<option>` elements as children. */
export function Select(props: SelectProps) {
  const { frame, control } = split(props)
  return (
    <FieldFrame {...frame}>
      {(tie) => (
        <span className="relative block">
          <select
            {...control}
            {...tie}
            className={classNames(controlClasses, 'appearance-none pr-10 text-ellipsis', control.className)}
          />
          <svg
            aria-hidden="true"
            viewBox="0 0 12 12"
            className="pointer-events-none absolute top-1/2 right-3.5 size-3 -translate-y-1/2"
          >
            <path d="M1.5 4 6 8.5 10.5 4" fill="none" stroke="currentColor" strokeWidth="1.6" />
          </svg>
        </span>
      )}
    </FieldFrame>
  )
}

/** A number typed by hand (price, stock). The value stays text until the form reads it by `readNumber`, so that nothing typed is lost. */
export function NumberField(props: TextFieldProps) {
  return (
    <TextField
      inputMode="decimal"
      autoComplete="off"
      {...props}
      className={classNames('tabular-nums', props.className)}
    />
  )
}
