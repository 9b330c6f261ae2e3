/**
 * Focuses the first control of a table row after the focused row (or its button) was removed: of the row now
 * at `index`, else the last row, else the list itself (which needs a tabIndex). Waits for the update to
 * render; does nothing when something has focus.
 */
export function focusRow(list: HTMLElement | null, index: number): void {
  // After the frame, because a closing dialog restores focus just after it.
  requestAnimationFrame(() => setTimeout(() => focusNow(list, index)))
}

function focusNow(list: HTMLElement | null, index: number): void {
  if (document.activeElement !== null && document.activeElement !== document.body) return
  const rows = [...(list?.querySelectorAll('tbody tr') ?? [])]
  const row = rows[index] ?? rows.at(-1)
  const control = row?.querySelector<HTMLElement>('button:not(:disabled), a[href]')
  ;(control ?? list)?.focus()
}
