import type { Database } from '#db/connection.ts'
import { hasFilters, type ProductFilters } from './facets.ts'
import type { ProductSearchPage } from './search-products.server.ts'

/**
 * The only part on sale that has the typed text as its number, or replaces this number: also one that does
 * not fit the vehicle, which its page says. Null when filters were chosen. Access: everyone.
 */
export async function partWithNumber(
  { db }: { db: Database },
  filters: ProductFilters,
  { numbered }: ProductSearchPage,
): Promise<{ slug: string } | null> {
  const [id, ...others] = numbered
  if (id === undefined || others.length > 0 || hasFilters(filters)) return null
  const part = await db
    .selectFrom('products')
    .select('slug')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('hidden', '=', false)
    .executeTakeFirst()
  return part ?? null
}
