import type { Product as ProductLd, Vehicle } from 'schema-dts'
import { pictureSources } from '#domain/products/picture-sources.ts'
import { partPath } from '#domain/products/listing-slug.ts'
import type { Fitment } from '#domain/vehicles/fitment.ts'
import type { ProductCardView } from '../product-card/product-card-view.ts'

/** A part as schema.org's Product with its offer. Source: https://schema.org/Product; the price in dollars, as shown on the page. */
export function productJsonLd(
  product: ProductCardView & { available: number },
  origin: string,
): Exclude<ProductLd, string> {
  const { name, partNumber, brand, price, listPrice, available, minOrder } = product
  return {
    '@type': 'Product',
    name,
    sku: partNumber || product.id,
    ...(partNumber && { mpn: partNumber }),
    ...(brand && { brand: { '@type': 'Brand', name: brand } }),
    image: new URL(pictureSources(product.picture).src, `${origin}/`).href,
    offers: {
      '@type': 'Offer',
      url: origin + partPath(product),
      price: price.toFixed(2),
      priceCurrency: 'USD',
      ...(listPrice !== undefined && {
        priceSpecification: {
          '@type': 'UnitPriceSpecification',
          priceType: 'https://schema.org/StrikethroughPrice',
          price: listPrice.toFixed(2),
          priceCurrency: 'USD',
        },
      }),
      itemCondition: 'https://schema.org/NewCondition',
      availability: available >= minOrder ? 'https://schema.org/InStock' : 'https://schema.org/OutOfStock',
      eligibleQuantity: { '@type': 'QuantitativeValue', minValue: minOrder },
    },
  }
}

/** A vehicle that a part fits; `text` is its name with years and engine. Source: https://schema.org/isAccessoryOrSparePartFor */
export function vehicleJsonLd({
  text,
  make,
  model,
  variant,
  yearFrom,
  yearTo,
}: Pick<Fitment, 'make' | 'model' | 'variant' | 'yearFrom' | 'yearTo'> & { text: string }): Vehicle {
  return {
    '@type': 'Vehicle',
    name: text,
    brand: { '@type': 'Brand', name: make },
    model,
    ...(variant && { vehicleConfiguration: variant }),
    vehicleModelDate: yearFrom === yearTo ? String(yearFrom) : `${yearFrom}/${yearTo}`,
  }
}
