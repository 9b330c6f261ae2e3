import { type ChangeEvent, useLayoutEffect, useRef } from 'react'
import { TextField, type TextFieldProps } from '#web/ui/field.tsx'
import { digitsOf } from './card-input.ts'

/**
 * A digits input that is formatted while typing. `format` receives the new text and the previous one; the caret stays after the same
 * digit, also for edits in the middle.
 */
export function FormattedField({
  format,
  onText,
  ...field
}: Omit<TextFieldProps, 'onChange' | 'value'> & {
  value: string
  format: (text: string, before: string) => string
  onText: (text: string) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const digitsBeforeCaret = useRef<number | null>(null)

  useLayoutEffect(() => {
    const count = digitsBeforeCaret.current
    digitsBeforeCaret.current = null
    if (count === null || document.activeElement !== input.current) return
    let at = 0
    for (let seen = 0; at < field.value.length && seen < count; at += 1)
      if (/\d/.test(field.value[at] ?? '')) seen += 1
    input.current?.setSelectionRange(at, at)
  })

  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const { value, selectionStart } = event.target
    const caret = selectionStart ?? value.length
    digitsBeforeCaret.current = caret === value.length ? null : digitsOf(value.slice(0, caret)).length
    onText(format(value, field.value))
  }
  return <TextField {...field} ref={input} inputMode="numeric" spellCheck={false} onChange={change} />
}
