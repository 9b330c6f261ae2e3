import { existsSync } from 'node:fs'
import { open, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { JOB_SCHEMA } from '#db/job-queue.ts'
import { startStore } from '../../tests/support/store-process.ts'
import { asSuperuser } from './big-store.ts'
import { type CatalogueSize, insertCatalogue } from './insert-catalogue.ts'

/**
 * Creates a store with its demo data and a generated catalogue. An existing store in the folder is used
 * unchanged.
 */
export async function prepareCatalogue(dataDir: string, size: CatalogueSize): Promise<void> {
  const filled = path.join(dataDir, 'filled')
  const store = await startStore(dataDir)
  await store.stop()
  await asSuperuser(dataDir, async (superuser) => {
    if (existsSync(filled)) {
      // Otherwise orders of the last run would be mailed, expire and be vacuumed during the measurement.
      await superuser.query('set session_replication_role = replica')
      await superuser.query(`delete from orders where customer_email like '%@bench.test'`)
      await superuser.query('delete from purchases where id not in (select purchase_id from orders)')
      await superuser.query(`delete from ${JOB_SCHEMA}.job where name = 'order-mails'`)
      await superuser.query('vacuum (analyze)')
      return
    }
    // Generated rows satisfy every constraint, and the search index is built once.
    await superuser.query('set session_replication_role = replica')
    await superuser.query(`set maintenance_work_mem = '512MB'`)
    await superuser.query(`set work_mem = '128MB'`)
    await insertCatalogue(superuser, size)
    // Triggers maintain its counts.
    await superuser.query('set session_replication_role = origin')
    await superuser.query('select rebuild_product_search()')
    await superuser.query('vacuum (analyze)')
  })
  await writeFile(filled, '')
}

/**
 * Reads all files of a store, so that they are in the page cache, as on a machine that has served it for a
 * day. On virtual machines that return memory to their host, the host's disk would be measured instead.
 */
export async function readIntoMemory(dataDir: string): Promise<void> {
  const chunk = Buffer.alloc(2 ** 20)
  for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = await open(path.join(entry.parentPath, entry.name)).catch(() => null)
    // PostgreSQL may have removed it in the meantime.
    if (!file) continue
    while ((await file.read(chunk)).bytesRead > 0);
    await file.close()
  }
}
