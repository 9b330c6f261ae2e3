import { type InputEvent, useRef } from 'react'
import { TextField, type TextFieldProps } from '#web/ui/field.tsx'
import { digitsOf } from './card-input.ts'

/**
 * A digits input that is formatted while typing. `format` receives the new text and the previous one; the
 * caret stays after the same digit, even for edits in the middle.
 */
export function FormattedField({
  format,
  ...field
}: TextFieldProps & { format: (text: string, before: string) => string }) {
  const before = useRef('')
  const onInput = ({ currentTarget: input }: InputEvent<HTMLInputElement>) => {
    const { value, selectionStart } = input
    const caret = selectionStart ?? value.length
    const digits = digitsOf(value.slice(0, caret)).length
    const text = format(value, before.current)
    before.current = text
    input.value = text
    if (caret === value.length || document.activeElement !== input) return
    let at = 0
    for (let seen = 0; at < text.length && seen < digits; at += 1) if (/\d/.test(text[at] ?? '')) seen += 1
    input.setSelectionRange(at, at)
  }
  return <TextField {...field} inputMode="numeric" spellCheck={false} onInput={onInput} />
}
