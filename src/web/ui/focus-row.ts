/**
 * Puts the focus on the first control of a table's row, when the row (or its button) that had the focus is gone: on the row
 * now at `index`, else the last one, else the list itself (which needs a tabIndex). Waits until the change is on the screen;
 * a focus that is somewhere stays there.
 */
export function focusRow(list: HTMLElement | null, index: number): void {
  // After the frame, because a dialog that closes gives the focus back just after it.
  requestAnimationFrame(() => setTimeout(() => focusNow(list, index)))
}

function focusNow(list: HTMLElement | null, index: number): void {
  if (document.activeElement !== null && document.activeElement !== document.body) return
  const rows = [...(list?.querySelectorAll('tbody tr') ?? [])]
  const row = rows[index] ?? rows.at(-1)
  const control = row?.querySelector<HTMLElement>('button:not(:disabled), a[href]')
  ;(control ?? list)?.focus()
}
