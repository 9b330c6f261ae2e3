import pg from 'pg'
import { startEmbeddedPostgres } from '#db/embedded/start-embedded-postgres.ts'

/** Holds the locks of a statement, such as `select … for update`, until `release`, like a slow order. */
export async function lockInDatabase(
  store: { dataDir: string },
  statement: string,
  values: readonly string[],
): Promise<{ release(): Promise<void> }> {
  const database = await startEmbeddedPostgres({ dataDir: store.dataDir, log: () => undefined })
  const client = new pg.Client(database.url)
  await client.connect()
  await client.query('begin')
  await client.query(statement, [...values])
  return {
    async release() {
      await client.query('rollback')
      await client.end()
      await database.stop()
    },
  }
}

/** Runs a statement in the store's database: for states that no API call creates. */
export async function inDatabase(
  store: { dataDir: string },
  statement: string,
  values: readonly string[] = [],
): Promise<void> {
  const database = await startEmbeddedPostgres({ dataDir: store.dataDir, log: () => undefined })
  const client = new pg.Client(database.url)
  await client.connect()
  try {
    await client.query(statement, [...values])
  } finally {
    await client.end()
    await database.stop()
  }
}
