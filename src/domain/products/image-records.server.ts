import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import type { ImageRecords } from './image-store.ts'

/** The store's own pictures, as rows of the table `images`. */
export function createImageRecords(db: Database): ImageRecords {
  return {
    add({ key, width, height, uploadedBy, place }) {
      return db.transaction().execute(async (trx) => {
        await trx
          .insertInto('images')
          .values({ key, width, height, uploaded_by: uploadedBy, place })
          .onConflict((conflict) => conflict.column('key').doUpdateSet({ place, moved_to: null }))
          .execute()
        await trx.deleteFrom('picture_uploads').where('key', '=', key).execute()
      })
    },

    async filterRecorded(keys) {
      if (keys.length === 0) return new Set()
      const { rows } = await sql<{ key: string }>`
        select key from images where key = any (${[...keys]}::text[])`.execute(db)
      return new Set(rows.map(({ key }) => key))
    },

    async find(key) {
      const row = await db
        .selectFrom('images')
        .select(['place', 'moved_to'])
        .where('key', '=', key)
        .executeTakeFirst()
      return row ? { place: row.place, movedTo: row.moved_to } : null
    },

    async areAllInBucket() {
      const elsewhere = await db
        .selectFrom('images')
        .select('key')
        .where('place', '=', 'disk')
        .where('moved_to', 'is', null)
        .limit(1)
        .executeTakeFirst()
      return elsewhere === undefined
    },

    async beginUpload(key) {
      await db
        .insertInto('picture_uploads')
        .values({ key })
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet({ started_at: sql<Date>`clock_timestamp()` }),
        )
        .execute()
    },

    async endAbandonedUploads(olderThanMs, remove) {
      const { rows } = await sql<{ key: string }>`
        select key from picture_uploads where started_at < clock_timestamp() - ${olderThanMs} * interval '1 ms'`.execute(
        db,
      )
      for (const { key } of rows) {
        await db.transaction().execute(async (trx) => {
          // Locked until its files are deleted: an upload of the same picture starts only then.
          const locked = await sql<{ recorded: boolean }>`
            select exists (select from images where images.key = picture_uploads.key and place = 's3') as recorded
            from picture_uploads
            where key = ${key} and started_at < clock_timestamp() - ${olderThanMs} * interval '1 ms'
            for update skip locked`.execute(trx)
          const [found] = locked.rows
          if (!found) return
          if (!found.recorded) await remove(key)
          await trx.deleteFrom('picture_uploads').where('key', '=', key).execute()
        })
      }
    },
  }
}
