import type { Position } from '../vehicles/position.ts'

/**
 * Sort orders: `best` is the default, and without words the same as `newest`; `-price` is most expensive
 * first.
 */
export const SORTS = ['best', 'newest', 'price', '-price', 'name'] as const
export type ProductSort = (typeof SORTS)[number]

/**
 * Price ranges to choose from, in dollars: `from` included, `to` excluded. The same as the SQL function
 * price_band.
 */
export const PRICE_BANDS = [
  { key: '0-25', from: 0, to: 25 },
  { key: '25-50', from: 25, to: 50 },
  { key: '50-100', from: 50, to: 100 },
  { key: '100-250', from: 100, to: 250 },
  { key: '250-500', from: 250, to: 500 },
  { key: '500-', from: 500, to: null },
] as const
export type PriceBand = (typeof PRICE_BANDS)[number]['key']
export const PRICE_BAND_KEYS = PRICE_BANDS.map(({ key }) => key)

/** The filters of a search. Empty texts do not filter. */
export type ProductFilters = {
  category?: string | undefined
  brand?: string | undefined
  price?: PriceBand | '' | undefined
  /** `in`: at least the minimum order is in stock. */
  stock?: 'in' | '' | undefined
  /** The part's position on some vehicle; `front` includes "front left". */
  position?: Position | '' | undefined
}
