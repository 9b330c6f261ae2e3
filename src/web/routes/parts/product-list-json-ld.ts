import type { ProductCardView } from '../../components/product-card/product-card-view.ts'

/** Products as schema.org's ItemList of offers. Source: https://schema.org/Product; prices in dollars, as shown on the cards. */
export function productListJsonLd(products: readonly ProductCardView[], origin: string) {
  return {
    '@type': 'ItemList',
    itemListElement: products.map((product, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      item: {
        '@type': 'Product',
        name: product.name,
        sku: product.partNumber || product.id,
        image: new URL(product.picture, `${origin}/`).href,
        offers: {
          '@type': 'Offer',
          url: `${origin}/purchase-product/${product.id}`,
          price: product.price.toFixed(2),
          priceCurrency: 'USD',
          availability: `https://schema.org/${product.available >= product.minOrder ? 'InStock' : 'OutOfStock'}`,
          eligibleQuantity: { '@type': 'QuantitativeValue', minValue: product.minOrder },
        },
      },
    })),
  }
}
