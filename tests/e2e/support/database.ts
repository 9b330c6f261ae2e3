import pg from 'pg'
import { startEmbeddedPostgres } from '#db/embedded/start-embedded-postgres.ts'

/** Runs one statement in the store's own database, beside the store: for what no door of the store does. */
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
