import { type RefObject, useEffect, useRef, useState } from 'react'
import { undoNewest } from '../../../ui/toast-store.ts'

const KEY = 'listShortcuts'

/** What a key of a list asks for. */
export type ListShortcut = 'search' | 'help' | 'next' | 'previous' | 'select' | 'undo'

const shortcuts = new Map<string, ListShortcut>([
  ['/', 'search'],
  ['?', 'help'],
  ['j', 'next'],
  ['k', 'previous'],
  ['x', 'select'],
  ['u', 'undo'],
])

/** What is asked by a key pressed on `target`, or null: with Ctrl, Alt or Meta it belongs to the browser, in a field to the field. */
export function shortcutOf(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'altKey' | 'metaKey' | 'defaultPrevented'>,
  inField: boolean,
): ListShortcut | null {
  if (inField || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return null
  return shortcuts.get(event.key) ?? null
}

/** Where keys are typed or have a meaning of their own. A tick box takes no letters. */
const FIELD = 'input:not([type=checkbox]), textarea, select, [contenteditable], [role=menu], dialog'

/**
 * The keyboard shortcuts of an AdminList, whose elements are in `frame`: a search field, rows, their check boxes. `onHelp`
 * opens the list of them. They can be switched off (WCAG 2.1.4), which this browser remembers.
 */
export function useListShortcuts(frame: RefObject<HTMLElement | null>, onHelp: () => void) {
  const [on, setOn] = useState(() => localStorage.getItem(KEY) !== 'off')
  const help = useRef(onHelp)
  useEffect(() => {
    help.current = onHelp
  })
  useEffect(() => {
    if (!on) return
    const press = (event: KeyboardEvent) => {
      const inField = event.target instanceof Element && event.target.closest(FIELD) !== null
      const shortcut = shortcutOf(event, inField)
      if (!shortcut || !frame.current || document.querySelector('dialog[open]')) return
      event.preventDefault()
      if (shortcut === 'help') help.current()
      else if (shortcut === 'undo') undoNewest()
      else act(frame.current, shortcut)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [on, frame])

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
    // Only now, so that a press of the mouse does not put the focus on rows.
    row.tabIndex = -1
    row.focus()
    row.scrollIntoView({ block: 'nearest' })
  }
}
