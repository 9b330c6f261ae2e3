import { readCount } from './list-url-state.ts'

/** A list shows `step` rows, as many more at each "Show more", and `most` in the end; others are found by search. */
export type ListPages = { step: number; most: number }

/** How many rows the URL asks for. */
export function readShown(query: URLSearchParams, { step, most }: ListPages): number {
  return Math.min(most, readCount(query.get('shown'), step))
}

/** How many rows "Show more" shows; null when all that are `loaded` are shown, or as many as the list shows in the end. */
export function nextShown(shown: number, loaded: number, { step, most }: ListPages): number | null {
  return loaded > shown && shown < most ? Math.min(most, shown + step) : null
}
