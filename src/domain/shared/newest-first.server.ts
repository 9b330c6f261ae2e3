import { type Expression, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import type { PageQuery } from './lists.ts'

/** A common text is searched among this many times the wanted rows. */
const RECENT_ROWS_FACTOR = 20

/**
 * A page of a list, newest first: the first `limit` rows of the query, or those after the row with this id.
 * @param table the table of the list, by its name in the query.
 * @param time the column to sort by, before the id.
 */
export function newestFirst<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  table: string,
  time: string,
  { limit, after }: PageQuery,
): SelectQueryBuilder<DB, TB, Row> {
  const [at, id] = [sql.ref(`${table}.${time}`), sql.ref(`${table}.id`)]
  const page = query.orderBy(at, 'desc').orderBy(id, 'desc').limit(limit)
  if (!after) return page
  return page.where(
    sql<boolean>`(${at}, ${id}) < (select ${sql.ref(time)}, id from ${sql.table(table)} where id = ${after})`,
  )
}

/**
 * A page of a list in another order: by one of `keys`, expressions of the table's columns, and then by id.
 * @param table the table of the list, by its name in the query.
 * @param sort a key, with a leading "-" for descending.
 */
export function sortedPage<DB, TB extends keyof DB, Row, Key extends string>(
  query: SelectQueryBuilder<DB, TB, Row>,
  table: string,
  keys: Readonly<Record<Key, RawBuilder<unknown>>>,
  { sort, limit, after }: PageQuery & { sort: Key | `-${Key}` },
): SelectQueryBuilder<DB, TB, Row> {
  const descending = sort.startsWith('-')
  const key = keys[sort.replace('-', '') as Key]
  const direction = descending ? 'desc' : 'asc'
  const page = query
    .orderBy(key, direction)
    .orderBy(sql.ref(`${table}.id`), direction)
    .limit(limit)
  if (!after) return page
  const beyond = sql.raw(descending ? '<' : '>')
  return page.where(
    sql<boolean>`(${key}, ${sql.ref(`${table}.id`)}) ${beyond} (select ${key}, id from ${sql.table(table)} where id = ${after})`,
  )
}

/**
 * Rows that contain a text, newest first: scans the newest rows, which finds common words; if too few match,
 * uses an index, which is fast for rare words.
 * @param time the column to sort by.
 * @param limit the wanted number of rows.
 * @param find `newest` selects that many of the newest rows, which `matches` filters; `byIndex` finds all.
 */
export async function searchNewest<Row>(
  db: Database,
  time: string,
  limit: number,
  find: {
    newest: (rows: number) => Expression<Row>
    matches: RawBuilder<boolean>
    byIndex: () => Promise<Row[]>
  },
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select * from (${find.newest(limit * RECENT_ROWS_FACTOR)}) recent where ${find.matches}
    order by ${sql.ref(time)} desc, id desc limit ${limit}`.execute(db)
  return rows.length === limit ? rows : find.byIndex()
}
