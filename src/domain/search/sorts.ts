/**
 * Sort orders: `best` is the default, and without words the same as `newest`; `-price` is most expensive
 * first.
 */
export const SORTS = ['best', 'newest', 'price', '-price', 'name'] as const
export type ProductSort = (typeof SORTS)[number]
