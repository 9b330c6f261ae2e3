import { z } from 'zod'

/** Names of one kind that forms suggest: the most used ones. */
export const MAX_SUGGESTED = 1000

/** The brands and categories of the parts on sale, each by name. */
export const BrandsAndCategories = z.object({ brands: z.array(z.string()), categories: z.array(z.string()) })
export type BrandsAndCategories = z.infer<typeof BrandsAndCategories>

/** A brand or category as it is stored: trimmed, its words apart by one space. */
export function plainName(name: string): string {
  return name.normalize('NFC').trim().replaceAll(/\s+/g, ' ')
}

/** Whether these are the same brand or category: upper and lower case, spaces, and forms of a letter make no other one. */
export function isSameName(one: string, other: string): boolean {
  return nameKey(one) === nameKey(other)
}

/** The first of the known names that is the same, else the typed one: “bosch ” is “Bosch”. */
export function knownSpelling(typed: string, known: readonly string[]): string {
  const key = nameKey(typed)
  return known.find((name) => nameKey(name) === key) ?? plainName(typed)
}

/** What two spellings of one name have in common. */
export const nameKey = (name: string) => plainName(name.normalize('NFKC')).toLowerCase()
