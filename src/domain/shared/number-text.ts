/** A number as people read it: 250,000. */
export function numberText(value: number): string {
  return value.toLocaleString('en-US')
}
