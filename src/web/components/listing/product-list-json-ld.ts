import type { ItemList } from 'schema-dts'
import * as paths from '#paths.ts'
import type { ProductCardView } from '../product-card/product-card-view.ts'

/**
 * The parts of a list as schema.org's ItemList in its summary form: the URLs of their pages, in order. Each
 * page describes its part. Source:
 * https://developers.google.com/search/docs/appearance/structured-data/carousel
 */
export function productListJsonLd(
  products: readonly Pick<ProductCardView, 'slug'>[],
  origin: string,
): Exclude<ItemList, string> {
  return {
    '@type': 'ItemList',
    itemListElement: products.map((product, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      url: origin + paths.part(product),
    })),
  }
}
