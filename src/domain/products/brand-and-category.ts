import { z } from 'zod'
import { normalizeText } from '../shared/normalize-text.ts'

/** The brands and categories of the parts on sale, each by name. */
export const BrandsAndCategories = z.object({ brands: z.array(z.string()), categories: z.array(z.string()) })
export type BrandsAndCategories = z.infer<typeof BrandsAndCategories>

/** A brand or category as it is stored: trimmed, with single spaces. */
export function normalizeName(name: string): string {
  return normalizeText('NFC', name).trim().replaceAll(/\s+/g, ' ')
}

/** Whether these are the same brand or category: case, spaces and Unicode forms of a letter do not matter. */
export function isSameName(one: string, other: string): boolean {
  return nameKey(one) === nameKey(other)
}

/** The first known name that is the same, otherwise the typed one: “bosch ” is “Bosch”. */
export function knownSpelling(typed: string, known: readonly string[]): string {
  const key = nameKey(typed)
  return known.find((name) => nameKey(name) === key) ?? normalizeName(typed)
}

/** The key that all spellings of one name share. */
export const nameKey = (name: string) => normalizeName(normalizeText('NFKC', name)).toLowerCase()
