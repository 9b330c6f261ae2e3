import type { ItemList } from 'schema-dts'
import { productJsonLd } from '../part/product-json-ld.ts'
import type { ProductCardView } from '../product-card/product-card-view.ts'

/** Products as schema.org's ItemList of offers. Source: https://schema.org/Product; prices in dollars, as shown on the cards. */
export function productListJsonLd(
  products: readonly ProductCardView[],
  origin: string,
): Exclude<ItemList, string> {
  return {
    '@type': 'ItemList',
    itemListElement: products.map((product, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      item: productJsonLd(product, origin),
    })),
  }
}
