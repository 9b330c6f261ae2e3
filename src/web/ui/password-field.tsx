import { useState } from 'react'
import { classNames } from './class-names.ts'
import { controlClasses, FieldFrame, useField } from './field-frame.tsx'
import type { TextFieldProps } from './field.tsx'

/** A password input with a Show / Hide button. */
export function PasswordField(props: TextFieldProps) {
  const [shown, setShown] = useState(false)
  const { frame, control } = useField(props)
  return (
    <FieldFrame {...frame}>
      <span className="relative block">
        <input
          {...control}
          type={shown ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
          className={classNames(controlClasses, 'pr-18', control.className)}
        />
        <button
          type="button"
          aria-controls={control.id}
          title={`${shown ? 'Hide' : 'Show'} what is typed`}
          onClick={() => setShown(!shown)}
          className="absolute inset-y-px right-px min-w-16 noscript:hidden rounded-md px-3 text-sm font-semibold text-ink-soft hover:text-ink"
        >
          {shown ? 'Hide' : 'Show'}
        </button>
      </span>
    </FieldFrame>
  )
}
