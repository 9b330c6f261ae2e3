import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * Closes a `<details>` that overlays the page at navigation, a press outside, and when the focus moves
 * outside.
 */
export function useClosingDetails(): RefObject<HTMLDetailsElement | null> {
  const details = useRef<HTMLDetailsElement>(null)
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    // Skips the first render: it may have been opened before hydration.
    if (shown.current === pathname) return
    shown.current = pathname
    if (details.current) details.current.open = false
  }, [pathname])
  useEffect(() => {
    const close = (event: Event) => {
      const menu = details.current
      if (menu?.open && event.target instanceof Node && !menu.contains(event.target)) menu.open = false
    }
    document.addEventListener('pointerdown', close)
    document.addEventListener('focusin', close)
    return () => {
      document.removeEventListener('pointerdown', close)
      document.removeEventListener('focusin', close)
    }
  }, [])
  return details
}

/** Esc closes it and returns the focus to its summary. */
export function closeOnEscape({ key, currentTarget }: KeyboardEvent<HTMLDetailsElement>): void {
  if (key !== 'Escape' || !currentTarget.open) return
  currentTarget.open = false
  currentTarget.querySelector('summary')?.focus()
}
