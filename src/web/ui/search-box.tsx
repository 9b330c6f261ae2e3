import { type ComponentProps, useId } from 'react'
import { controlClasses } from './field-frame.tsx'

/** A search input with an icon. `label` is for screen readers; the placeholder shows the same. */
export function SearchBox({
  label,
  ...input
}: { label: string } & Omit<ComponentProps<'input'>, 'id' | 'type' | 'className'>) {
  const id = useId()
  return (
    <div className="relative">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <svg
        aria-hidden="true"
        viewBox="0 0 20 20"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.7"
        className="pointer-events-none absolute top-1/2 left-3 size-5 -translate-y-1/2 text-ink-soft"
      >
        <circle cx="8.5" cy="8.5" r="5.8" />
        <path d="m13 13 4.500 4.500" />
      </svg>
      <input
        id={id}
        type="search"
        autoComplete="off"
        enterKeyHint="search"
        maxLength={100}
        className={`${controlClasses} pl-10`}
        {...input}
      />
    </div>
  )
}
