import { partPath, listingPathOf, type ListingKind } from '#domain/products/listing-slug.ts'
import { listListings } from '#domain/products/find-listing.server.ts'
import { countProducts, streamProducts } from '#domain/products/stream-products.server.ts'
import type { Shop } from '#domain/shop.ts'
import type { StoreContext } from '../../page-context.ts'
import { xmlElement } from './xml.server.ts'

// Sources: https://www.sitemaps.org/protocol.html

const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
/** Addresses in one file: the protocol's limit. */
const ADDRESSES = 50_000

/** The files of the sitemap. */
export async function* sitemapIndex(shop: Shop, origin: string): AsyncGenerator<string> {
  const shards = Math.ceil((await countProducts(shop)) / ADDRESSES)
  const files = [
    'pages',
    'categories',
    'brands',
    ...Array.from({ length: shards }, (_, at) => `parts-${at + 1}`),
  ]
  yield `<sitemapindex ${NAMESPACE}>\n`
  yield files
    .map((file) => `<sitemap>${xmlElement('loc', `${origin}/sitemaps/${file}.xml`)}</sitemap>\n`)
    .join('')
  yield '</sitemapindex>\n'
}

/** One file of the sitemap by its name, or null. */
export function sitemapFile(shop: Shop, store: StoreContext, name: string): AsyncGenerator<string> | null {
  if (name === 'pages') return urlSet(pages(store))
  if (name === 'categories') return urlSet(listings(shop, store, 'category'))
  if (name === 'brands') return urlSet(listings(shop, store, 'brand'))
  const shard = /^parts-([1-9]\d{0,4})$/.exec(name)?.[1]
  return shard === undefined ? null : urlSet(parts(shop, store, Number(shard)))
}

async function* urlSet(entries: AsyncIterable<string>): AsyncGenerator<string> {
  yield `<urlset ${NAMESPACE}>\n`
  yield* entries
  yield '</urlset>\n'
}

async function* pages({ appUrl, content, sitemap }: StoreContext): AsyncGenerator<string> {
  yield sitemap
    .filter((path) => content.portfolio || path !== '/myPortfolio')
    .map((path) => entry(appUrl + path))
    .join('')
  yield content.articles.map(({ slug, published }) => entry(`${appUrl}/blogs/${slug}`, published)).join('')
}

async function* listings(shop: Shop, { appUrl }: StoreContext, kind: ListingKind): AsyncGenerator<string> {
  const slugs = new Set((await listListings(shop, kind, ADDRESSES)).map(({ slug }) => slug))
  yield [...slugs].map((slug) => entry(appUrl + listingPathOf(kind, slug))).join('')
}

/** Part number `shard` of the products by id. */
async function* parts(shop: Shop, { appUrl }: StoreContext, shard: number): AsyncGenerator<string> {
  for await (const batch of streamProducts(shop, { skip: (shard - 1) * ADDRESSES, limit: ADDRESSES }))
    yield batch.map((product) => entry(appUrl + partPath(product), product.changedAt.toISOString())).join('')
}

function entry(address: string, changed?: string): string {
  return `<url>${xmlElement('loc', address)}${changed === undefined ? '' : xmlElement('lastmod', changed)}</url>\n`
}
