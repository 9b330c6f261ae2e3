import type { Product } from 'schema-dts'
import { minimumPrice } from '#domain/products/minimum-price.ts'
import { pictureSources } from '#domain/products/picture-sources.ts'
import { poundsOf } from '#domain/shared/weight.ts'
import * as paths from '#paths.ts'
import type { Route } from './+types/part'

type Shown = Pick<Route.ComponentProps['loaderData'], 'product' | 'vehicles' | 'returnDays'>

const CONDITION_URLS = {
  new: 'https://schema.org/NewCondition',
  remanufactured: 'https://schema.org/RefurbishedCondition',
  used: 'https://schema.org/UsedCondition',
} as const

/**
 * A part as structured data, with its offer and those of its vehicles that the page lists; the price in
 * dollars, of the smallest quantity that can be ordered, as in the feed (search engines compare them). Sources: https://schema.org/Product,
 * https://schema.org/isAccessoryOrSparePartFor
 */
export function productJsonLd(
  { product, vehicles: { fitments }, returnDays }: Shown,
  origin: string,
): Product {
  const { name, partNumber, brand, category, price, listPrice, stock, minOrder, unit } = product
  const pictureLink = (url: string) => new URL(pictureSources(url).src, `${origin}/`).href
  const ofMinimum = (unitPrice: number) => minimumPrice(unitPrice, minOrder).toFixed(2)
  return {
    '@type': 'Product',
    name,
    sku: partNumber || product.id,
    ...(partNumber && { mpn: partNumber }),
    ...(product.gtin && { gtin: product.gtin }),
    ...(brand && { brand: { '@type': 'Brand', name: brand } }),
    ...(product.pictures.length > 0 && { image: product.pictures.map(pictureLink) }),
    offers: {
      '@type': 'Offer',
      url: origin + paths.part(product),
      price: ofMinimum(price),
      priceCurrency: 'USD',
      ...(listPrice !== undefined && {
        priceSpecification: {
          '@type': 'UnitPriceSpecification',
          priceType: 'https://schema.org/StrikethroughPrice',
          price: ofMinimum(listPrice),
          priceCurrency: 'USD',
        },
      }),
      ...(product.isReturnable === false
        ? {
            hasMerchantReturnPolicy: {
              '@type': 'MerchantReturnPolicy',
              applicableCountry: 'US',
              returnPolicyCategory: 'https://schema.org/MerchantReturnNotPermitted',
            },
          }
        : returnDays !== undefined && {
            hasMerchantReturnPolicy: {
              '@type': 'MerchantReturnPolicy',
              applicableCountry: 'US',
              returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
              merchantReturnDays: returnDays,
            },
          }),
      itemCondition: CONDITION_URLS[product.condition],
      availability: stock === 'in_stock' ? 'https://schema.org/InStock' : 'https://schema.org/OutOfStock',
      eligibleQuantity: { '@type': 'QuantitativeValue', minValue: minOrder, unitText: unit },
    },
    description: product.about,
    ...(product.weightGrams && {
      weight: { '@type': 'QuantitativeValue', value: poundsOf(product.weightGrams), unitCode: 'LBR' },
    }),
    ...(category && { category }),
    ...(product.facts.length > 0 && {
      additionalProperty: product.facts.map(({ name: of, unit: unitText, value }) => ({
        '@type': 'PropertyValue',
        name: of,
        value,
        ...(unitText && { unitText }),
      })),
    }),
    ...(fitments.length > 0 && {
      isAccessoryOrSparePartFor: fitments.map(({ text, make, model, variant, yearFrom, yearTo }) => ({
        '@type': 'Vehicle',
        name: text,
        brand: { '@type': 'Brand', name: make },
        model,
        ...(variant && { vehicleConfiguration: variant }),
        vehicleModelDate: yearFrom === yearTo ? String(yearFrom) : `${yearFrom}/${yearTo}`,
      })),
    }),
  }
}
