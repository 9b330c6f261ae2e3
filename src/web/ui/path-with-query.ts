/** A path with these values as its query: undefined and '' are omitted. */
export function pathWithQuery(path: string, values: object): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values) as [string, string | number | boolean | undefined][])
    if (value !== undefined && value !== '') query.set(name, String(value))
  return query.size === 0 ? path : `${path}?${query}`
}
