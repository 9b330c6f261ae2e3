import type { KeyboardEvent } from 'react'

/** `onKeyDown` of a `<details>`: Esc closes it and returns the focus to its summary. */
export function closeOnEscape({ key, currentTarget }: KeyboardEvent<HTMLDetailsElement>): void {
  if (key !== 'Escape' || !currentTarget.open) return
  currentTarget.open = false
  currentTarget.querySelector('summary')?.focus()
}
