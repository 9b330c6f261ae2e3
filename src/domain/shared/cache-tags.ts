/**
 * The subject of a change, and of a cached response. A change invalidates every response with its tag.
 * `products`: the set of products, and the values that lists sort and filter by; every response that shows a
 * product has it, too. `product:<id>`: the stock of one product. `reviews`: the shown reviews.
 * `vehicles`: the vehicles that the store lists. `content`: the store's own content, which every page shows.
 */
export type CacheTag = 'products' | `product:${string}` | 'reviews' | 'vehicles' | 'content'

/** The tag of a product's stock. Clients may write an id in upper case; it is the same product. */
function productTag(id: string): CacheTag {
  return `product:${id.toLowerCase()}`
}

/**
 * The tag of a change of a product's stock by `quantity` units, negative for removed ones. Lists filter by
 * whether the minimum order is in stock, so a change of that affects every response with products.
 */
export function stockTag(
  id: string,
  after: { available: number; minOrder: number },
  quantity: number,
): CacheTag {
  const isInStock = (available: number) => available >= after.minOrder
  return isInStock(after.available) === isInStock(after.available - quantity) ? productTag(id) : 'products'
}

/** The tags of a response that shows these products. */
export function productTags(ids: readonly string[]): CacheTag[] {
  return ['products', ...ids.map(productTag)]
}
