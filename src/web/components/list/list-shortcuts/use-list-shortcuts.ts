import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { undoNewest } from '../../../ui/toast-store.ts'

const KEY = 'listShortcuts'

/** The shortcuts, in the order in which the dialog lists them. */
export const LIST_SHORTCUTS = [
  { key: '/', action: 'search', meaning: 'Search' },
  { key: 'j', action: 'next', meaning: 'Next row' },
  { key: 'k', action: 'previous', meaning: 'Previous row' },
  { key: 'x', action: 'select', meaning: 'Toggle selection' },
  { key: 'u', action: 'undo', meaning: 'Undo, while the message offers it' },
  { key: '?', action: 'help', meaning: 'This list' },
] as const

type ListShortcut = (typeof LIST_SHORTCUTS)[number]['action']

/**
 * The action of a key pressed on `target`, or null: Ctrl, Alt and Meta are the browser's, and inputs handle
 * their own keys.
 */
export function shortcutOf(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'altKey' | 'metaKey' | 'defaultPrevented'>,
  inField: boolean,
): ListShortcut | null {
  if (inField || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return null
  return LIST_SHORTCUTS.find(({ key }) => key === event.key)?.action ?? null
}

/** Elements that handle keys themselves. A checkbox ignores letters. */
const FIELD = 'input:not([type=checkbox]), textarea, select, [contenteditable], [role=menu], dialog'

/**
 * Keyboard shortcuts of an AdminList. `frame` contains its search field, rows and checkboxes. `onHelp` opens
 * the list of shortcuts. They can be turned off (WCAG 2.1.4); the choice is stored in localStorage.
 */
export function useListShortcuts(frame: RefObject<HTMLElement | null>, onHelp: () => void) {
  const [on, setOn] = useState(() => localStorage.getItem(KEY) !== 'off')
  const press = useEffectEvent((event: KeyboardEvent) => {
    const inField = event.target instanceof Element && event.target.closest(FIELD) !== null
    const shortcut = shortcutOf(event, inField)
    if (!shortcut || !frame.current || document.querySelector('dialog[open]')) return
    event.preventDefault()
    if (shortcut === 'help') onHelp()
    else if (shortcut === 'undo') undoNewest()
    else act(frame.current, shortcut)
  })
  useEffect(() => {
    if (!on) return
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [on])
  const turn = (next: boolean) => {
    localStorage.setItem(KEY, next ? 'on' : 'off')
    setOn(next)
  }
  return { on, turn }
}

function act(frame: HTMLElement, shortcut: Exclude<ListShortcut, 'help' | 'undo'>): void {
  const rows = [...frame.querySelectorAll<HTMLElement>('tbody tr')]
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  if (shortcut === 'search') {
    const field = frame.querySelector<HTMLInputElement>('input[type=search]')
    field?.focus()
    field?.select()
  } else if (shortcut === 'select') rows[at]?.querySelector<HTMLInputElement>('[data-row-check]')?.click()
  else {
    const row = rows[shortcut === 'next' ? at + 1 : Math.max(0, at - 1)]
    if (!row) return
    // Set on demand, so that clicks do not focus rows.
    row.tabIndex = -1
    row.focus()
    row.scrollIntoView({ block: 'nearest' })
  }
}
