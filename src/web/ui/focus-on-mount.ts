/** A `ref` that focuses its element when it appears, such as a heading in place of the form that had the focus. */
export function focusOnMount(element: HTMLElement | null): void {
  element?.focus()
}
