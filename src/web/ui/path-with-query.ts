/** A path with a query of the values that there are: undefined and '' are left out. */
export function pathWithQuery(path: string, values: object): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values) as [string, string | number | boolean | undefined][])
    if (value !== undefined && value !== '') query.set(name, String(value))
  return query.size === 0 ? path : `${path}?${query}`
}
