import { afterEach, expect, onTestFinished, test } from 'vitest'
import { insertProduct } from '#domain/products/add-product.server.ts'
import { createPages } from '#server/pages.ts'
import { respondWith, startS3Server } from '../support/s3-server.ts'
import { quartersAs } from '../support/test-pictures.ts'
import { openSecondStore, openTestStore } from '../support/test-store.ts'

const CDN = 'https://cdn.example.com/parts'
let cleanUp: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of cleanUp.toReversed()) await close()
  cleanUp = []
})

/** The home page: the URLs of its pictures, and the sources that its policy allows. */
async function homeOf(store: { url: string }) {
  const page = await fetch(store.url)
  const html = await page.text()
  const policy = page.headers.get('content-security-policy') ?? ''
  return {
    status: page.status,
    pictures: [...html.matchAll(/ (?:src|srcset)="([^"]*)"/gi)]
      .flatMap(([, addresses = '']) => addresses.split(', ').map((each) => each.split(' ')[0] ?? ''))
      .filter((address) => address.includes('/images/')),
    policy: /img-src ([^;]*)/.exec(policy)?.[1],
  }
}

test('pages load pictures from the bucket’s public URL, or from the store while some are not in the bucket', async () => {
  const s3 = await startS3Server()
  const env = { ...s3.env, S3_PUBLIC_URL: CDN, LOG_LEVEL: 'silent' }
  const store = await openTestStore(env, createPages)
  cleanUp.push(() => store.close())
  const { url } = await store.shop.images.put(await quartersAs('png', 330, 330))
  const part = { name: 'Strut', about: 'A part.', price: 38.9, available: 84, minOrder: 2 }
  await insertProduct(store.db, null, { picture: url, ...part })
  await store.shop.images.maintain()
  store.shop.publishChange('products')

  const home = await homeOf(store)
  expect(home.status).toBe(200)
  expect(home.pictures.length).toBeGreaterThan(0)
  expect(home.pictures.every((picture) => picture.startsWith(`${CDN}/images/`))).toBe(true)
  expect(home.policy).toContain('https://cdn.example.com')
  const inBucket = await s3.files()
  for (const picture of home.pictures) expect(inBucket).toContain(picture.split('/').at(-1))

  // Other front ends, emails and link previews get the store's URLs, which serve the pictures too.
  const [listed] = (await (await fetch(`${store.url}/products`)).json()) as { picture: string }[]
  expect(listed?.picture).toBe(`${store.url}${url}`)
  expect((await fetch(`${store.url}${url}`)).status).toBe(200)

  await store.db
    .insertInto('images')
    .values({ key: `${'1'.repeat(32)}-9x9`, width: 9, height: 9 })
    .execute()
  await store.shop.images.maintain()
  store.shop.publishChange('products')
  expect((await homeOf(store)).pictures.every((picture) => picture.startsWith('/images/'))).toBe(true)
})

test('pages keep working while the bucket is unreachable', async () => {
  const s3 = await startS3Server()
  const store = await openTestStore({ ...s3.env, LOG_LEVEL: 'silent' }, createPages)
  onTestFinished(() => store.close())
  const { url } = await store.shop.images.put(await quartersAs('png', 330, 330))
  const part = { name: 'Strut', about: 'A part.', price: 38.9, available: 84, minOrder: 2 }
  await insertProduct(store.db, null, { picture: url, ...part })
  s3.fail(respondWith(503))
  const other = await openSecondStore(store, { ...s3.env, LOG_LEVEL: 'silent' }, createPages)
  onTestFinished(() => other.close())
  expect((await homeOf(other)).status).toBe(200)
  expect((await fetch(`${other.url}${url}`)).status).toBe(503)
})
