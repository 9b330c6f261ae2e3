import { redirect, type RouterContextProvider } from 'react-router'
import { LAST_PAGE, PAGE_SIZE } from '#domain/search/rank-matches.server.ts'
import type { ProductSearchPage } from '#domain/search/search-products.server.ts'
import { productTags } from '#domain/shared/cache-tags.ts'
import { cacheTagsContext } from '../../page-context.ts'
import { productCardView } from '../product-card/product-card-view.ts'
import { type ListingData } from './listing-screen.tsx'
import { type ProductSearch, searchPagePath } from './parts-url.ts'

/**
 * The data of a parts list, for its loader; sets the response's cache tags to the parts shown.
 * @throws a redirect to the last page when the requested page does not exist.
 * @param search what the list shows.
 * @param pathOf the URL of a page of the list; by default of the search.
 */
export function prepareListingPage(
  context: Readonly<RouterContextProvider>,
  { products, total, totalIsExact, facets }: ProductSearchPage,
  search: ProductSearch,
  pathOf = searchPagePath(search),
): ListingData {
  const pages = Math.max(1, Math.min(Math.ceil(total / PAGE_SIZE), LAST_PAGE))
  if (search.page > pages) throw redirect(pathOf(pages))
  context.set(cacheTagsContext, productTags(products.map(({ _id }) => _id)))
  return {
    search,
    products: products.map(productCardView),
    total,
    totalIsExact,
    pages,
    pageSize: PAGE_SIZE,
    facets,
  }
}
