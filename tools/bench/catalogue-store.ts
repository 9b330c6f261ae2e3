import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { startStore } from '../../tests/support/store-process.ts'
import { asSuperuser } from './big-store.ts'
import { type CatalogueSize, insertCatalogue } from './insert-catalogue.ts'

/** Creates a store with its demo data and a generated catalogue. An existing store in the folder is used as it is. */
export async function prepareCatalogue(dataDir: string, size: CatalogueSize): Promise<void> {
  const filled = path.join(dataDir, 'filled')
  const store = await startStore(dataDir)
  await store.stop()
  await asSuperuser(dataDir, async (superuser) => {
    if (existsSync(filled)) {
      // What orders of the last run left would be vacuumed while this one is measured.
      await superuser.query('vacuum (analyze)')
      return
    }
    // Generated rows satisfy every constraint, and the search is built once.
    await superuser.query('set session_replication_role = replica')
    await superuser.query(`set maintenance_work_mem = '512MB'`)
    await superuser.query(`set work_mem = '128MB'`)
    await insertCatalogue(superuser, size)
    // Its counts are made by triggers.
    await superuser.query('set session_replication_role = origin')
    await superuser.query('select rebuild_product_search()')
    await superuser.query('vacuum (analyze)')
  })
  await writeFile(filled, '')
}
