import type { Database } from '#db/connection.ts'
import type { ImageRecords } from './image-store.ts'

/** The store's own pictures, as rows of the table `images`. */
export function createImageRecords(db: Database): ImageRecords {
  return {
    async add({ key, width, height, uploadedBy }) {
      await db
        .insertInto('images')
        .values({ key, width, height, uploaded_by: uploadedBy })
        .onConflict((conflict) => conflict.column('key').doNothing())
        .execute()
    },
    async has(key) {
      const row = await db.selectFrom('images').select('key').where('key', '=', key).executeTakeFirst()
      return row !== undefined
    },
  }
}
