import { countSearch, kindOfSearch } from '#domain/search/client-searches.server.ts'
import { findListedProducts } from '#domain/search/find-listed-products.server.ts'
import { searchCatalogue } from '#domain/search/search-catalogue.server.ts'
import { suggest } from '#domain/search/suggest.server.ts'
import { mapOutcome, ok } from '#domain/shared/outcome.ts'
import { absoluteUrl, withPictureUrl } from './picture-urls.ts'
import type { Handlers } from './serve-call.ts'

export const search = {
  searchCatalogue: async ({ shop, query, clientAddress }) => {
    const counted = await countSearch(shop, clientAddress, kindOfSearch(query.q, query.make))
    if (!counted.ok) return counted
    const found = await searchCatalogue(shop, query)
    if (found.ok && found.value.total === 0) await shop.missedSearches.count(query.q, clientAddress)
    return mapOutcome(found, (page) => ({
      ...page,
      items: page.items.map(withPictureUrl(shop)),
    }))
  },
  findListedParts: async ({ shop, query, clientAddress }) => {
    const counted = await countSearch(shop, clientAddress, 'search')
    if (!counted.ok) return counted
    const { lines, isCut } = await findListedProducts(shop, query.list)
    return ok({
      isCut,
      lines: lines.map((line) => ({ ...line, parts: line.parts.map(withPictureUrl(shop)) })),
    })
  },
  suggest: async ({ shop, query, clientAddress }) => {
    const counted = await countSearch(shop, clientAddress, 'listing')
    if (!counted.ok) return counted
    const { q, ...vehicle } = query
    const suggestions = await suggest(shop, q, vehicle)
    return ok({
      suggestions: suggestions.map(({ picture, ...rest }) =>
        picture === undefined ? rest : { ...rest, picture: absoluteUrl(shop, picture) },
      ),
    })
  },
} satisfies Partial<Handlers>
