/** Joins class names and leaves out what is empty or false. */
export function classNames(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
