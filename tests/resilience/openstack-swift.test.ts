import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#config/env.ts'
import { bucketFiles } from '../../src/integrations/images/s3-files.ts'
import { movePictures } from '../../src/ops/move-pictures.ts'
import { startSwift, SWIFT_IS_INSTALLED } from '../support/swift-server.ts'
import { colorsOf, quartersAs } from '../support/test-pictures.ts'
import { openSecondStore, openTestStore } from '../support/test-store.ts'

const note = SWIFT_IS_INSTALLED ? '' : ' (skipped: Debian’s swift packages are not installed)'

test.skipIf(!SWIFT_IS_INSTALLED)(
  `OpenStack Swift stores pictures, takes those that move, and refuses a wrong key${note}`,
  async () => {
    const env = await startSwift()
    const store = await openTestStore({ ...env, LOG_LEVEL: 'silent' })
    onTestFinished(() => store.close())
    const { url } = await store.shop.images.put(await quartersAs('png', 700, 500))
    const key = /\/images\/(.*)\.webp$/.exec(url)?.[1] ?? ''
    for (const address of [url, `/images/${key}-700.avif`, `/images/${key}-320.webp`]) {
      const served = await fetch(store.url + address)
      expect(served.status, address).toBe(200)
      expect(await colorsOf(new Uint8Array(await served.arrayBuffer()))).toBe('RGBW')
    }

    const disk = await openSecondStore(store, { LOG_LEVEL: 'silent' })
    onTestFinished(() => disk.close())
    const older = await disk.shop.images.put(await quartersAs('png', 300, 200))
    const config = readConfig({
      NODE_ENV: 'test',
      DATABASE_URL: store.databaseUrl,
      DATA_DIR: disk.dataDir,
      ...env,
    })
    expect(await movePictures(store.db, config, 's3', { apply: true, deleteOld: true })).toMatchObject({
      moved: 1,
      there: 1,
      deleted: 1,
      problems: [],
    })
    expect((await fetch(store.url + older.url)).status).toBe(200)

    const settings = {
      endpoint: env['S3_ENDPOINT'],
      region: 'us-east-1',
      bucket: env['S3_BUCKET'] ?? '',
      accessKeyId: env['S3_ACCESS_KEY_ID'] ?? '',
      secretAccessKey: env['S3_SECRET_ACCESS_KEY'] ?? '',
      pathStyle: true,
      timeoutMs: 10_000,
    }
    const bytes = new Uint8Array([1, 2, 3])
    const files = bucketFiles(settings)
    expect(await files.has('a.webp')).toBe(false)
    expect(await files.read('a.webp')).toBeNull()
    await files.add('a.webp', bytes)
    expect(await files.read('a.webp')).toEqual(Buffer.from(bytes))
    await files.remove(['a.webp', 'never.webp'])
    expect(await files.has('a.webp')).toBe(false)
    await expect(
      bucketFiles({ ...settings, secretAccessKey: 'another' }).add('a.webp', bytes),
    ).rejects.toThrow('SignatureDoesNotMatch')
    await expect(bucketFiles({ ...settings, bucket: 'none-such' }).read('a.webp')).rejects.toThrow(
      'NoSuchBucket',
    )
  },
  300_000,
)
