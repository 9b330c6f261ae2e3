// Without the schema library, which public pages do not load.

/** True when PostgreSQL can store the text and every reader can show it. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed()
}

/** A text of an address as a page takes it: what is too long is cut, what cannot be stored or is missing counts as blank. */
export function searchText(search: URLSearchParams, name: string, max = 100): string {
  const text = (search.get(name) ?? '').trim().slice(0, max).toWellFormed()
  return isStorable(text) ? text : ''
}
