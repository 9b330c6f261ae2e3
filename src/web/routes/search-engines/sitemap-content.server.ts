import { listListings } from '#domain/products/find-listing.server.ts'
import { type ListingKind } from '#domain/products/listing-slug.ts'
import { countProducts, streamProducts } from '#domain/products/stream-products.server.ts'
import {
  countVehicles,
  streamVehiclesWithProducts,
} from '#domain/products/stream-vehicles-with-products.server.ts'
import { listMakesWithProducts } from '#domain/products/vehicles-with-products.server.ts'
import { xmlElement } from '#domain/shared/xml-text.ts'
import type { BrowsingShop } from '#domain/shop.ts'
import { vehicleSlugs } from '#domain/vehicles/vehicle-slugs.ts'
import * as paths from '#paths.ts'
import type { StoreContext } from '../../page-context.ts'

// Sources: https://www.sitemaps.org/protocol.html

const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
/** URLs in one file: the protocol's limit. */
const MAX_URLS = 50_000
/** Vehicles in one file; the first file also has the page of all makes. */
const CARS_PER_FILE = MAX_URLS - 1

/** The files of the sitemap. */
export async function* sitemapIndex(shop: BrowsingShop): AsyncGenerator<string> {
  const [products, cars] = await Promise.all([countProducts(shop), countCars(shop)])
  const shards = (kind: string, addresses: number, size: number) =>
    Array.from({ length: Math.ceil(addresses / size) }, (_, at) => `${kind}-${at + 1}`)
  const files = [
    'pages',
    'categories',
    'brands',
    ...shards('parts', products, MAX_URLS),
    ...shards('cars', cars, CARS_PER_FILE),
  ]
  yield `<sitemapindex ${NAMESPACE}>\n`
  yield files
    .map((file) => `<sitemap>${xmlElement('loc', shop.appUrl() + paths.sitemapFile(file))}</sitemap>\n`)
    .join('')
  yield '</sitemapindex>\n'
}

/**
 * The number of vehicles that the files cover; 0 when no part fits any, as a file without URLs is invalid.
 */
async function countCars(shop: BrowsingShop): Promise<number> {
  return (await listMakesWithProducts(shop)).length > 0 ? countVehicles(shop) : 0
}

/** One file of the sitemap by its name, or null. */
export function sitemapFile(
  shop: BrowsingShop,
  store: StoreContext,
  name: string,
): AsyncGenerator<string> | null {
  if (name === 'pages') return urlSet(pages(store))
  if (name === 'categories') return urlSet(listings(shop, 'category'))
  if (name === 'brands') return urlSet(listings(shop, 'brand'))
  const [, kind, shard] = /^(parts|cars)-([1-9]\d{0,4})$/.exec(name) ?? []
  if (shard === undefined) return null
  return urlSet((kind === 'parts' ? products : cars)(shop, Number(shard)))
}

async function* urlSet(entries: AsyncIterable<string>): AsyncGenerator<string> {
  yield `<urlset ${NAMESPACE}>\n`
  yield* entries
  yield '</urlset>\n'
}

async function* pages({ appUrl, content, sitemap }: StoreContext): AsyncGenerator<string> {
  yield sitemap
    .filter((path) => content.portfolio || path !== paths.portfolio)
    .map((path) => entry(appUrl + path))
    .join('')
  yield content.articles.map(({ slug, published }) => entry(appUrl + paths.article(slug), published)).join('')
}

async function* listings(shop: BrowsingShop, kind: ListingKind): AsyncGenerator<string> {
  const slugs = new Set((await listListings(shop, kind, MAX_URLS)).map(({ slug }) => slug))
  yield [...slugs].map((slug) => entry(shop.appUrl() + paths.listing(kind, slug))).join('')
}

/** Shard number `shard` of the products, ordered by id. */
async function* products(shop: BrowsingShop, shard: number): AsyncGenerator<string> {
  for await (const batch of streamProducts(shop, { skip: (shard - 1) * MAX_URLS, limit: MAX_URLS }))
    yield batch
      .map((product) => entry(shop.appUrl() + paths.part(product), product.changedAt.toISOString()))
      .join('')
}

/** The vehicles with parts in shard `shard` of all vehicles; the first begins with the page of all makes. */
async function* cars(shop: BrowsingShop, shard: number): AsyncGenerator<string> {
  let above = shard === 1 ? entry(shop.appUrl() + paths.cars) : ''
  for await (const batch of streamVehiclesWithProducts(shop, {
    skip: (shard - 1) * CARS_PER_FILE,
    limit: CARS_PER_FILE,
  })) {
    yield above + batch.map((vehicle) => entry(shop.appUrl() + paths.car(vehicleSlugs(vehicle)))).join('')
    above = ''
  }
}

function entry(address: string, changed?: string): string {
  return `<url>${xmlElement('loc', address)}${changed === undefined ? '' : xmlElement('lastmod', changed)}</url>\n`
}
