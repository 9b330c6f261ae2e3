import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { CommandRefusedError } from './open-database.ts'
import { emptyTables } from './store-tables.ts'

/**
 * The source of the rows of a table: streams in the format of COPY, and the number of rows once they are
 * read.
 */
export type TableSource = {
  columns: readonly string[]
  streams: [NodeJS.ReadableStream, ...NodeJS.ReadWriteStream[]]
  rows: () => number
}

/**
 * Replaces the rows of all tables, in the caller's transaction.
 * @param sourceOf the new rows of a table; undefined for one that stays empty.
 */
export async function fillTables(
  client: pg.ClientBase,
  tables: readonly string[],
  sourceOf: (name: string) => Promise<TableSource | undefined>,
): Promise<void> {
  await emptyTables(client, tables)
  // Triggers stay off: the rows already contain their effects.
  for (const name of tables) await client.query(`alter table ${name} disable trigger user`)
  for (const name of await referencedFirst(client, tables)) {
    const source = await sourceOf(name)
    if (!source) continue
    const into = client.query(copyFrom(`copy ${name} (${source.columns.join(', ')}) from stdin`))
    await pipeline([...source.streams, into])
    if (into.rowCount !== source.rows())
      throw new CommandRefusedError(
        `${name} has ${into.rowCount} rows, not ${source.rows()}. Nothing was changed.`,
      )
  }
  // A table cannot be altered while a deferred check of its rows is pending.
  await client.query('set constraints all immediate')
  for (const name of tables) await client.query(`alter table ${name} enable trigger user`)
  await continueCounting(client, tables)
  // Below this version's level there are no functions yet.
  if (await hasSearch(client)) await client.query('select rebuild_product_search()')
}

async function hasSearch(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    `select to_regprocedure('rebuild_product_search()') is not null as found`,
  )
  return rows[0]?.found ?? false
}

/** The store’s tables, ordered by foreign keys. */
async function referencedFirst(client: pg.ClientBase, tables: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string; needs: string[] }>(
    `select name, array(select other from unnest($1::text[]) as other join pg_constraint c
                        on c.conrelid = to_regclass(name) and c.confrelid = to_regclass(other)
                        where c.contype = 'f' and other <> name) as needs
     from unnest($1::text[]) as name`,
    [tables],
  )
  const sorted: string[] = []
  while (sorted.length < rows.length) {
    const next = rows.filter(
      ({ name, needs }) => !sorted.includes(name) && needs.every((need) => sorted.includes(need)),
    )
    if (next.length === 0) throw new Error('Tables refer to each other in a cycle')
    sorted.push(...next.map(({ name }) => name))
  }
  return sorted
}

/**
 * Sequences continue after the highest restored id. They are recreated in this transaction, so they roll back
 * with it.
 */
async function continueCounting(client: pg.ClientBase, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    const { rows } = await client.query<{ column: string }>(
      `select attname as column from pg_attribute where attrelid = to_regclass($1) and attidentity <> ''`,
      [table],
    )
    for (const { column } of rows)
      await client.query(
        `select setval(pg_get_serial_sequence($1, $2), coalesce(max("${column}") + 1,
          (select seqstart from pg_sequence where seqrelid = pg_get_serial_sequence($1, $2)::regclass)), false) from ${table}`,
        [table, column],
      )
  }
}
