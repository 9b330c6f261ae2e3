import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'

/** Rows read at a time. */
const BATCH_SIZE = 2_000

/**
 * Writes the new URL of moved pictures into every product and order that has the old one. The store may be
 * running: locked rows are left for the next call. A trigger allows an order's picture to change only to the
 * new URL of the same picture. Called by npx driveline move-pictures.
 * @returns how many products and orders were changed, and how many are left.
 */
export async function followMovedPictures(
  db: Database,
): Promise<{ products: number; orders: number; left: number }> {
  const more = await followMore(db)
  // Before orders: an order placed while this runs copies its picture from a product.
  const products = await follow(db, 'products')
  const orders = await follow(db, 'orders')
  return {
    products: products.changed + more.changed,
    orders: orders.changed,
    left: products.left + more.left + orders.left,
  }
}

/** The other pictures of products: few have some. Counts those whose first picture has not moved. */
async function followMore(db: Database): Promise<{ changed: number; left: number }> {
  const { rows } = await sql<{ id: string; was: string; urls: string; first: boolean }>`
    select id, more_pictures as was, string_agg(coalesce(moved_to, url), ' ' order by position) as urls,
      exists (
        select from images
        where moved_to is not null and key in (picture, substring(picture from '^/images/(.+)[.]webp$'))) as first
    from products
    cross join regexp_split_to_table(more_pictures, ' ') with ordinality as more (url, position)
    left join images on moved_to is not null and key in (url, substring(url from '^/images/(.+)[.]webp$'))
    where more_pictures <> ''
    group by id having bool_or(moved_to is not null)`.execute(db)
  const done: { first: boolean }[] = []
  for (let at = 0; at < rows.length; at += BATCH_SIZE) {
    const batch = rows.slice(at, at + BATCH_SIZE)
    const updated = await sql<{ first: boolean }>`
      update products set more_pictures = moved.urls
      from json_to_recordset(${JSON.stringify(batch)}) as moved (id uuid, was text, urls text, first boolean), (
        select id from products where id = any (${batch.map(({ id }) => id)}) order by id for update skip locked
      ) free
      where products.id = free.id and moved.id = free.id and more_pictures = moved.was
      returning moved.first`.execute(db)
    done.push(...updated.rows)
  }
  return { changed: done.filter(({ first }) => !first).length, left: rows.length - done.length }
}

async function follow(
  db: Database,
  table: 'products' | 'orders',
): Promise<{ changed: number; left: number }> {
  const rows = sql.table(table)
  let after = '00000000-0000-0000-0000-000000000000'
  let changed = 0
  let left = 0
  for (;;) {
    const page = await sql<{ id: string; movedTo: string | null }>`
      select page.id, moved_to as "movedTo" from (
        select id, picture from ${rows} where id > ${after} order by id limit ${BATCH_SIZE}
      ) page
      left join images on moved_to is not null and key in (picture, substring(picture from '^/images/(.+)[.]webp$'))
      order by page.id`.execute(db)
    const last = page.rows.at(-1)
    if (!last) return { changed, left }
    after = last.id
    const stale = page.rows.filter(({ movedTo }) => movedTo !== null).map(({ id }) => id)
    if (stale.length === 0) continue
    const { numAffectedRows } = await sql`
      update ${rows} set picture = images.moved_to from images, (
        select id from ${rows} where id = any (${stale}) order by id for update skip locked
      ) free
      where ${rows}.id = free.id and images.moved_to is not null
        and images.key in (${rows}.picture, substring(${rows}.picture from '^/images/(.+)[.]webp$'))`.execute(
      db,
    )
    changed += Number(numAffectedRows)
    left += stale.length - Number(numAffectedRows)
  }
}
