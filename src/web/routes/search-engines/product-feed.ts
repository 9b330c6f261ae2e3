import { storeTitle } from '#domain/content/store-content.ts'
import { minimumPrice } from '#domain/products/minimum-price.ts'
import { splitPictures } from '#domain/products/more-pictures.ts'
import { pictureSources } from '#domain/products/picture-sources.ts'
import { stockState } from '#domain/products/product.ts'
import { specificationText } from '#domain/products/specification-text.ts'
import type { ShownSpecification } from '#domain/products/specification.ts'
import { type StreamedProduct, streamProducts } from '#domain/products/stream-products.server.ts'
import { PIECE, quantityText } from '#domain/products/unit.ts'
import { weightText } from '#domain/shared/weight.ts'
import { xmlElement } from '#domain/shared/xml-text.ts'
import type { BrowsingShop } from '#domain/shop.ts'
import * as paths from '#paths.ts'
import { shopFrom } from '../../page-context.ts'
import type { RouteHandle } from '../../route-handle.ts'
import type { Route } from './+types/product-feed'
import { xmlResponse } from './xml.server.ts'

export const handle = { query: [] } satisfies RouteHandle

/** The format's maximum lengths of titles and descriptions, in characters. */
const MAX_TITLE = 150
const MAX_DESCRIPTION = 5000

const FEED_CONDITIONS = { new: 'new', remanufactured: 'refurbished', used: 'used' } as const

/**
 * Every part on sale as Google Merchant Center reads it (RSS 2.0). Source:
 * https://support.google.com/merchants/answer/7052112
 */
export function loader({ context }: Route.LoaderArgs): Promise<Response> {
  return xmlResponse(context, feed(shopFrom(context)))
}

async function* feed(shop: BrowsingShop): AsyncGenerator<string> {
  const origin = shop.appUrl()
  const title = storeTitle(await shop.content())
  yield '<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">\n<channel>\n'
  yield `${xmlElement('title', title)}${xmlElement('link', `${origin}/`)}${xmlElement('description', title)}\n`
  for await (const batch of streamProducts(shop, { specified: true }))
    yield batch.map((product) => item(product, origin)).join('')
  yield '</channel>\n</rss>\n'
}

function item(product: StreamedProduct, origin: string): string {
  const { _id, name, brand, partNumber, category, price, listPrice, minOrder, unit, weightGrams } = product
  const usd = (unitPrice: number) => `${minimumPrice(unitPrice, minOrder).toFixed(2)} USD`
  const pictureLink = (url: string) => new URL(pictureSources(url).src, `${origin}/`).href
  const morePictures = product.picture ? splitPictures(product.morePictures ?? '') : []
  const fields: readonly [string, string][] = [
    ['g:id', _id],
    ['g:title', cut(brand && !name.startsWith(brand) ? `${brand} ${name}` : name, MAX_TITLE)],
    ['g:description', cut(product.about, MAX_DESCRIPTION)],
    ['g:link', origin + paths.part(product)],
    // Shopping sites refuse drawings that stand in for a picture.
    ['g:image_link', product.picture && pictureLink(product.picture)],
    ...morePictures.map((url): [string, string] => ['g:additional_image_link', pictureLink(url)]),
    ['g:availability', stockState(product) === 'in_stock' ? 'in_stock' : 'out_of_stock'],
    ['g:price', usd(listPrice ?? price)],
    ['g:sale_price', listPrice === undefined ? '' : usd(price)],
    ['g:condition', FEED_CONDITIONS[product.condition ?? 'new']],
    ['g:brand', brand],
    ['g:gtin', product.gtin ?? ''],
    ['g:mpn', partNumber],
    ['g:product_type', category],
    ['g:shipping_weight', weightGrams ? weightText(weightGrams * minOrder) : ''],
    // Without a GTIN, or a brand and a number, the part cannot be matched with other shops' listings.
    ['g:identifier_exists', product.gtin || (brand && partNumber) ? '' : 'no'],
    // Only of pieces: the format has no count of sets.
    ['g:unit_pricing_measure', minOrder > 1 && unit === PIECE ? `${minOrder} ct` : ''],
    ['g:unit_pricing_base_measure', minOrder > 1 && unit === PIECE ? '1 ct' : ''],
    ['g:custom_label_0', minOrder > 1 ? `minimum order ${quantityText(minOrder, unit)}` : ''],
  ]
  return `<item>${fields
    .filter(([, value]) => value !== '')
    .map(([field, value]) => xmlElement(field, value))
    .join('')}${product.specifications.map(detail).join('')}</item>\n`
}

const detail = (one: ShownSpecification) =>
  `<g:product_detail>${xmlElement('g:attribute_name', one.name)}${xmlElement('g:attribute_value', specificationText(one))}</g:product_detail>`

/** The text truncated to `max` UTF-16 units, without half a character at the end. */
function cut(text: string, max: number): string {
  return text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '')
}
