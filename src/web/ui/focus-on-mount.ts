/** A `ref` that focuses its element when it appears, such as a heading that replaces the focused form. */
export function focusOnMount(element: HTMLElement | null): void {
  element?.focus()
}
