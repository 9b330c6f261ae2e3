import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { createImageRecords } from '#domain/products/image-records.server.ts'
import { filterOwned } from '#integrations/images/choose-images.ts'
import { servePictures } from '#integrations/images/serve-pictures.ts'
import { storedFiles } from '#integrations/images/stored-files.ts'
import { createStoredImages, type StoredImages } from '#integrations/images/stored-images.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

/** An image store in its own folder, for tests. */
export type TestImages = {
  db: TestDatabase['db']
  dir: string
  images: StoredImages
  serve: ReturnType<typeof servePictures>
  /**
   * The response to a GET of this URL.
   * @throws when it is not served.
   */
  servedBytes: (address: string) => Promise<Buffer>
}

/**
 * One fresh database for all tests of a file; call it at the top of the file. `give` receives an empty folder
 * before each test.
 */
export function imagesForEachTest(give: (fresh: TestImages) => void): void {
  let database: TestDatabase
  let dir: string
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.drop())
  beforeEach(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'driveline images-'))
    const { db } = database
    const files = storedFiles(dir)
    const images = createStoredImages({ files, records: createImageRecords(db), place: 'disk' })
    const serve = servePictures(({ name }) => files.read(name))
    const servedBytes = async (address: string) => {
      const response = await serve(new Request(new URL(address, 'http://store.test')))
      if (!response) throw new Error(`${address} is not served`)
      return Buffer.from(await response.arrayBuffer())
    }
    give({ db, dir, images, serve, servedBytes })
  })
  afterEach(() => rm(dir, { recursive: true, force: true }))
}

/** Whether a picture is one of the store's own. `host`: the configured image service. */
export async function owns(
  db: TestDatabase['db'],
  url: string,
  host: Parameters<typeof filterOwned>[2] = null,
): Promise<boolean> {
  return (await filterOwned([url], createImageRecords(db), host)).has(url)
}
