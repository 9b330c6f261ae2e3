import { toProduct } from '../products/product-queries.server.ts'
import type { Product } from '../products/product.ts'
import type { ShownSpecification } from '../products/specification.ts'
import type { BrowsingShop } from '../shop.ts'
import { countOffers, type Offers } from './count-offers.server.ts'
import type { Facets } from './facets.ts'
import { type ParsedSearch, parseSearch } from './parse-search.server.ts'
import { isSameNumber } from './part-number.ts'
import type { Match } from './product-search.ts'
import {
  browse,
  findMatches,
  findWider,
  pageOf,
  type ProductSearchQuery,
  type WiderWay,
} from './rank-matches.server.ts'

/** One page of products, best first, and the choices of the filters. */
export type ProductSearchPage = {
  products: (Product & { matched: Match; specifications?: ShownSpecification[] })[]
  /** At most EXACT_MATCHES, which means more unless `totalIsExact`. */
  total: number
  totalIsExact: boolean
  facets: Facets
  /** The words that were searched for instead, if a typed one is on no product or none has all of them. */
  corrected?: string
  /** What `countsOthers` counted, at most MAX_OTHERS, which means that many or more; otherwise null. */
  others: number | null
  /** No product has all of the words: these have the most significant ones. */
  isWider: boolean
  /** The ids of the parts with the typed text as a number, also those that the filters exclude. */
  numbered: string[]
  /** The vehicle named in the words, with the remaining words. */
  inWords: ParsedSearch['inWords']
  /** What else could be searched; only for a search without results that `hasOffers`. */
  offers: Offers | null
  /** The position where this page ends, as SearchCursor reads it; null on the last one. */
  next: string | null
}

/**
 * Searches the products on sale: parse the words, find and rank the candidates with the counts of the
 * filters, widen once if there are none, and present a page. At most four statements with the verdicts of
 * fit, unless there are more than EXACT_MATCHES. Access: everyone.
 * @throws OverloadedError when too many searches run, or this one takes too long.
 */
export function searchProducts(shop: BrowsingShop, query: ProductSearchQuery): Promise<ProductSearchPage> {
  return shop.searchBulkhead('visitors', async () => {
    const { db } = shop
    const parsed = await parseSearch(db, {
      q: query.q ?? '',
      vehicle: query.vehicle ?? {},
      names: query.names,
      isForAll: query.isForAll,
    })
    const isBrowsing = !parsed.all.hasWords && !parsed.vehicle.make
    let criteria = parsed.all
    const other = query.countsOthers ? parsed.other : null
    let result = await (isBrowsing ? browse : findMatches)(db, { ...query, criteria, other })
    const { others = null } = result
    const ways = widerWays(parsed, query, result.found)
    if (result.total === 0 && ways.length > 0) {
      const wider = await findWider(db, query, ways)
      if (wider) ({ criteria, result } = wider)
    }
    const { rows, found, ...counted } = result
    const shown = rows.slice(0, pageOf(query).limit)
    const last = shown.length < rows.length ? shown.at(-1) : undefined
    const isAsWords = criteria === parsed.asWords
    return {
      ...counted,
      others,
      products: shown.map((row) => ({
        ...toProduct(row),
        ...(row.shown.length > 0 && { specifications: row.shown }),
        matched: criteria.byNumber.get(row.id) ?? { kind: 'words' as const },
      })),
      next: last ? JSON.stringify(last.position) : null,
      ...(found > 0 && criteria.corrected !== undefined && { corrected: criteria.corrected }),
      isWider: found > 0 && criteria !== parsed.all && !isAsWords,
      numbered: [...parsed.all.byNumber].flatMap(([id, { number = '' }]) =>
        isSameNumber(number, query.q ?? '') ? [id] : [],
      ),
      inWords: isAsWords ? null : parsed.inWords,
      offers:
        query.hasOffers && result.total === 0 && !parsed.inWords && shop.searchBulkhead.stats().waiting === 0
          ? await countOffers(db, { ...parsed.offers, found }, query)
          : null,
    }
  })
}

/**
 * The ways to widen a search without results, in order. If its words name a vehicle, they may be words after
 * all: those of parts that pass the filters count before those that do not.
 */
function widerWays({ wider, asWords }: ParsedSearch, query: ProductSearchQuery, found: number): WiderWay[] {
  if (query.isExact) return []
  const own = found === 0 ? wider.map((criteria) => ({ criteria })) : []
  if (!asWords) return own
  return [...[...own, { criteria: asWords }].map((way) => ({ ...way, isFiltered: true })), ...own]
}
