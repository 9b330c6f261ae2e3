/** Focuses the heading of the cars after the focused button is gone with its car. */
export function focusCars(): void {
  document.getElementById('cars')?.focus()
}
