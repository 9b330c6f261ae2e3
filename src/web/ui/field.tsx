import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { controlClasses, FieldFrame, type FieldProps, useField } from './field-frame.tsx'
import { ChevronIcon } from './icons.tsx'

export type TextFieldProps = FieldProps & ComponentProps<'input'>

/** A single-line input (also email, phone, search, date by `type`). */
export function TextField(props: TextFieldProps) {
  const { frame, control } = useField(props)
  return (
    <FieldFrame {...frame}>
      <input type="text" {...control} className={classNames(controlClasses, control.className)} />
    </FieldFrame>
  )
}

/** A multi-line input; grows with its content where supported. */
export function TextArea(props: FieldProps & ComponentProps<'textarea'>) {
  const { frame, control } = useField(props)
  return (
    <FieldFrame {...frame}>
      <textarea
        rows={4}
        {...control}
        {...typedText(control.id)}
        className={classNames(controlClasses, 'field-sizing-content min-h-28 max-h-96', control.className)}
      />
    </FieldFrame>
  )
}

/**
 * Keeps text typed before hydration: React would replace it with the server-rendered text, though not in
 * inputs and selects.
 */
function typedText(id: string) {
  const typed =
    typeof document === 'undefined' ? null : document.querySelector<HTMLTextAreaElement>(`#${CSS.escape(id)}`)
  return typed && { defaultValue: typed.value }
}

/** A select; children are `<option>` elements. */
export function Select(props: FieldProps & ComponentProps<'select'>) {
  const { frame, control } = useField(props)
  return (
    <FieldFrame {...frame}>
      <span className="relative block">
        <select
          {...control}
          className={classNames(controlClasses, 'appearance-none pr-10 text-ellipsis', control.className)}
        />
        <ChevronIcon className="pointer-events-none absolute top-1/2 right-3.5 -translate-y-1/2" />
      </span>
    </FieldFrame>
  )
}

/** The options of a select or datalist; a `key` is the value where it differs from the text. */
export function Options({ of }: { of: readonly (string | number | { key: string; label: string })[] }) {
  return of.map((option) => {
    if (typeof option !== 'object') return <option key={option}>{option}</option>
    return (
      <option key={option.key} value={option.key}>
        {option.label}
      </option>
    )
  })
}

/**
 * A number input (price, stock). The value stays text until the form parses it by `parseNumber`, so that
 * invalid input is preserved.
 */
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
