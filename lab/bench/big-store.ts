import { existsSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '#db/embedded/start-embedded-postgres.ts'
import { insertLargeStore, type StoreSize } from '../../tests/support/insert-large-store.ts'
import { startStore } from '../../tests/support/store-process.ts'

/**
 * Creates a store with its demo data and, with a size, the generated history of a big one. An existing store
 * in the folder is used unchanged, and migrated at its next start.
 */
export async function prepareStore(dataDir: string, size: StoreSize | null): Promise<void> {
  const isNew = !existsSync(path.join(dataDir, 'postgres'))
  const store = await startStore(dataDir)
  await store.stop()
  if (!isNew || !size) return
  await asSuperuser(dataDir, async (superuser) => {
    // Generated rows satisfy every constraint: checking each again would double the time.
    await superuser.query('set session_replication_role = replica')
    await insertLargeStore(superuser, size)
    // Triggers maintain its counts.
    await superuser.query('set session_replication_role = origin')
    await superuser.query('select rebuild_product_search()')
    await superuser.query('vacuum (analyze) product_search, product_counts')
  })
}

/** Runs work on the database of a store that does not run, as its superuser. */
export async function asSuperuser(
  dataDir: string,
  work: (superuser: pg.Client) => Promise<void>,
): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined })
  const url = new URL(postgres.adminUrl)
  url.pathname = new URL(postgres.url).pathname
  const superuser = new pg.Client({ connectionString: url.href })
  await superuser.connect()
  try {
    await work(superuser)
  } finally {
    await superuser.end()
    await postgres.stop()
  }
}
