import { useState } from 'react'
import { classNames } from './class-names.ts'
import { controlClasses, FieldFrame } from './field-frame.tsx'
import type { TextFieldProps } from './field.tsx'

/** A password input with a Show / Hide button. */
export function PasswordField({
  label,
  hint,
  error,
  fieldClassName,
  ...control
}: Omit<TextFieldProps, 'optional'>) {
  const [shown, setShown] = useState(false)
  return (
    <FieldFrame label={label} hint={hint} error={error} fieldClassName={fieldClassName}>
      {(tie) => (
        <span className="relative block">
          <input
            {...control}
            {...tie}
            type={shown ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck={false}
            className={classNames(controlClasses, 'pr-18', control.className)}
          />
          <button
            type="button"
            aria-controls={tie.id}
            title={`${shown ? 'Hide' : 'Show'} what is typed`}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-px right-px min-w-16 noscript:hidden rounded-md px-3 text-sm font-semibold text-ink-soft hover:text-ink"
          >
            {shown ? 'Hide' : 'Show'}
          </button>
        </span>
      )}
    </FieldFrame>
  )
}
