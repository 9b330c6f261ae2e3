import { insertProduct } from '#domain/products/add-product.server.ts'
import type { TestStore } from './test-store.ts'

/** A picture that the store knows although it has no file. */
export const PICTURE = '/images/00000000000000000000000000000000-1200x900.webp'

/** Makes `PICTURE` known to the store. */
export async function insertPicture({ db }: Pick<TestStore, 'db'>): Promise<void> {
  const key = PICTURE.slice('/images/'.length, -'.webp'.length)
  await db
    .insertInto('images')
    .values({ key, width: 1200, height: 900, uploaded_by: null })
    .onConflict((on) => on.doNothing())
    .execute()
}

/**
 * Inserts a part with a picture, for stores with pages.
 * @returns its id and the path of its page.
 */
export async function addProduct(
  store: TestStore,
  given: Partial<Parameters<typeof insertProduct>[2]>,
): Promise<{ id: string; at: string }> {
  await insertPicture(store)
  const part = { name: 'Strut', about: 'A part.', price: 38.9, available: 84, minOrder: 2, ...given }
  const id = await insertProduct(store.db, null, { picture: PICTURE, ...part })
  store.shop.publishChange('products')
  const { slug } = await store.db
    .selectFrom('products')
    .select('slug')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { id, at: `/parts/${slug}` }
}
