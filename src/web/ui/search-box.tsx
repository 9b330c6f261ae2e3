import { type ComponentProps, useId } from 'react'
import { controlClasses } from './field-frame.tsx'
import { SearchIcon } from './icons.tsx'

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
      <span className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-ink-soft">
        <SearchIcon />
      </span>
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
