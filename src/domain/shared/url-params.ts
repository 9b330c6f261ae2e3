// Does not import the schema library, which public pages do not load.
import { isStorable } from './plain-text.ts'

/** A page number in a URL, from 1 to `most`; 1 for anything else. */
export function readPageParam(search: URLSearchParams, name: string, most: number): number {
  const page = Number(search.get(name) ?? 1)
  return Number.isInteger(page) && page >= 1 && page <= most ? page : 1
}

/** A text from a URL for a page: long text is cut; missing or unstorable text counts as blank. */
export function readTextParam(search: URLSearchParams, name: string, max = 100): string {
  const text = (search.get(name) ?? '').trim().slice(0, max).toWellFormed()
  return isStorable(text) ? text : ''
}
