import type { Generated, GeneratedAlways } from 'kysely'

export type PartNumbersTable = {
  product_id: string
  kind: 'own' | 'OE' | 'competitor' | 'superseded'
  number: string
  normalized: GeneratedAlways<string>
}

/** One row per product on sale, written by triggers only. */
export type ProductSearchTable = {
  product_id: string
  words: string
  name: string
  category: string
  brand: string
  price_cents: number
  price_band: GeneratedAlways<number>
  in_stock: boolean
  created_at: Date
  /** Its positions on vehicles: "front left", and so also "front" and "left". */
  positions: Generated<string[]>
}

/** Written by triggers only: the sum of the rows with these values is the number of such products on sale. */
export type ProductCountsTable = {
  id: GeneratedAlways<string>
  category: string
  brand: string
  price_band: number
  in_stock: boolean
  positions: Generated<string[]>
  products: number
}

/**
 * Lower-case phrases that mean the same, their words separated by one space. `keys`: the forms that searches
 * compare.
 */
export type SearchSynonymsTable = {
  id: GeneratedAlways<number>
  phrases: string[]
  keys: GeneratedAlways<string[]>
}

/** Searches of one day of UTC (YYYY-MM-DD) that found nothing. */
export type MissedSearchesTable = { day: string; words: string; searches: number }

/** Words that admins removed from the list of missed searches. */
export type IgnoredSearchesTable = { words: string }

/** Written by triggers only. */
export type SearchWordsTable = { word: string }
