import pg from 'pg'
import { startEmbeddedPostgres } from '#db/embedded/start-embedded-postgres.ts'

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
