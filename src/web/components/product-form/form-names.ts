import { listBrandsAndCategories } from '#contract/products.ts'
import type { BrandsAndCategories } from '#domain/products/brand-and-category.ts'
import { api } from '../../api-client/api-client.ts'

/** Loads the brands and categories that the form suggests. Null on failure: it works without them. */
export async function loadFormNames(): Promise<BrandsAndCategories | null> {
  return api(listBrandsAndCategories).catch(() => null)
}
