import dns from 'node:dns'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { pictureSources } from '#domain/products/picture-sources.ts'
import { expectProblem } from '../../../tests/support/problem.ts'
import { respondWith, hanging, type S3Server, startS3Server } from '../../../tests/support/s3-server.ts'
import { colorsOf, quartersAs } from '../../../tests/support/test-pictures.ts'
import { openSecondStore, openTestStore, type TestStore } from '../../../tests/support/test-store.ts'
import { signIn, type User } from '../../../tests/support/users.ts'
import { addressOf } from './s3-files.ts'

/** A store with a bucket, its admin, and the bucket's server. */
async function openShop(
  env: Record<string, string> = {},
  server: { hostname?: string } = {},
): Promise<{ s3: S3Server; store: TestStore; admin: User }> {
  const s3 = await startS3Server(server)
  const store = await openTestStore({ ...s3.env, LOG_LEVEL: 'silent', ...env })
  onTestFinished(() => store.close())
  return { s3, store, admin: await signIn(store, { admin: true }) }
}

async function upload(store: TestStore, admin: User, picture: Promise<Buffer>) {
  const form = new FormData()
  form.set('image', new Blob([new Uint8Array(await picture)]), 'part.png')
  const headers = { Authorization: `Bearer ${admin.token}` }
  const response = await fetch(`${store.url}/images`, { method: 'POST', body: form, headers })
  return { status: response.status, body: await response.json(), headers: response.headers }
}

const served = async (store: TestStore, address: string) => {
  const response = await fetch(new URL(new URL(address, store.url).pathname, store.url))
  const bytes = new Uint8Array(await response.arrayBuffer())
  return { status: response.status, headers: response.headers, bytes }
}

const recorded = ({ db }: TestStore) => db.selectFrom('images').select(['key', 'place']).execute()

test('an uploaded picture is in the bucket in every width, and each store serves it, cacheable for a year', async () => {
  const { s3, store, admin } = await openShop()
  const other = await openSecondStore(store, s3.env)
  onTestFinished(() => other.close())
  const { status, body } = await upload(store, admin, quartersAs('png', 700, 500))
  expect(status).toBe(201)
  const { url } = body.data
  const key = path.basename(url, '.webp')
  expect(url).toBe(`${store.url}/images/${key}.webp`)
  const names = [320, 480, 640, 700].flatMap((width) => [`${key}-${width}.avif`, `${key}-${width}.webp`])
  expect(await s3.files()).toEqual(names)
  expect(await recorded(store)).toEqual([{ key, place: 's3' }])
  expect(await s3.headersOf(`${key}-320.avif`)).toMatchObject({
    'content-type': 'image/avif',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect(await readdir(store.dataDir)).not.toContain('images')

  for (const address of [url, ...names.map((name) => `/images/${name}`)]) {
    const picture = await served(other, address)
    expect(picture.status, address).toBe(200)
    expect(picture.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(picture.headers.get('content-type')).toBe(address.endsWith('avif') ? 'image/avif' : 'image/webp')
    expect(await colorsOf(picture.bytes)).toBe('RGBW')
  }
})

test('stores that receive the same picture together record it once', async () => {
  const { s3, store, admin } = await openShop()
  const other = await openSecondStore(store, s3.env)
  onTestFinished(() => other.close())
  const responses = await Promise.all(
    [store, other, store, other].map((each) => upload(each, admin, quartersAs('png', 400, 300))),
  )
  expect(responses.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  expect(new Set(responses.map(({ body }) => path.basename(body.data.url))).size).toBe(1)
  expect(await recorded(store)).toHaveLength(1)
  expect(await s3.files()).toHaveLength(4)
  expect(await store.db.selectFrom('picture_uploads').selectAll().execute()).toEqual([])
})

test('a picture that is already on the disk is served from there; uploaded again, it is in the bucket', async () => {
  const { s3, store } = await openShop()
  const before = await openSecondStore(store)
  const { url } = await before.shop.images.put(await quartersAs('png', 300, 200))
  const shared = await openSecondStore(store, { ...s3.env, DATA_DIR: before.dataDir })
  onTestFinished(() => before.close())
  onTestFinished(() => shared.close())
  expect((await served(shared, url)).status).toBe(200)
  expect(s3.requests).toEqual([])
  await shared.shop.images.put(await quartersAs('png', 300, 200))
  expect(await recorded(store)).toMatchObject([{ place: 's3' }])
  expect((await served(store, url)).status).toBe(200)
})

test.each<[string, Parameters<S3Server['fail']>[0], number, string]>([
  ['does not respond', hanging, 504, 'provider_timeout'],
  ['is broken', respondWith(503), 503, 'provider_unavailable'],
  [
    'sends the store elsewhere',
    respondWith(307, { location: 'http://127.0.0.1:9/' }),
    502,
    'provider_failed',
  ],
  ['refuses the key', respondWith(403), 502, 'provider_failed'],
  [
    'closes the connection',
    (request) => {
      request.socket.destroy()
      return 'handled'
    },
    503,
    'provider_unavailable',
  ],
])(
  'a bucket that %s is reported, nothing is recorded, and the next upload works',
  async (_, fault, status, code) => {
    const { s3, store, admin } = await openShop(fault === hanging ? { IMAGE_TIMEOUT_MS: '300' } : {})
    s3.fail(fault)
    const refused = await upload(store, admin, quartersAs('png', 330, 330))
    expectProblem(refused, status, code)
    expect(JSON.stringify(refused.body)).not.toContain('S3RVER')
    expect(await recorded(store)).toEqual([])
    s3.fail(null)
    expect((await upload(store, admin, quartersAs('png', 330, 330))).status).toBe(201)
  },
)

test('a wrong key is reported with the server’s own code', async () => {
  const { store, admin } = await openShop({ S3_ACCESS_KEY_ID: 'ANOTHER', S3_SECRET_ACCESS_KEY: 'hidden' })
  const refused = await upload(store, admin, quartersAs('png', 330, 330))
  expectProblem(refused, 502, 'provider_failed')
  expect(refused.body.detail).toContain('InvalidAccessKeyId')
  expect(JSON.stringify(refused.body)).not.toMatch(/ANOTHER|hidden/)
})

test('a file that the bucket refuses once is sent again', async () => {
  const { s3, store, admin } = await openShop()
  const seen = new Set<string>()
  s3.fail((request, response) => {
    const again = seen.has(request.url ?? '')
    seen.add(request.url ?? '')
    return again ? null : respondWith(503)(request, response)
  })
  const { status, body } = await upload(store, admin, quartersAs('png', 330, 330))
  expect(status).toBe(201)
  expect(await s3.files()).toHaveLength(4)
  expect((await served(store, body.data.url)).status).toBe(200)
})

test('a picture counts as uploaded only when all its files are there; files of a failed upload are deleted, recorded ones stay', async () => {
  const { s3, store, admin } = await openShop()
  const keptImage = await upload(store, admin, quartersAs('png', 200, 200))
  // The largest AVIF never arrives.
  s3.fail((request, response) =>
    request.url?.includes('-500.avif') ? respondWith(500)(request, response) : null,
  )
  expectProblem(await upload(store, admin, quartersAs('png', 500, 300)), 503, 'provider_unavailable')
  expect(await recorded(store)).toHaveLength(1)
  expect((await s3.files()).length).toBeGreaterThan(2)

  s3.fail(null)
  await store.shop.images.maintain()
  expect((await s3.files()).length, 'an upload may still be running').toBeGreaterThan(2)
  await store.db
    .updateTable('picture_uploads')
    .set({ started_at: new Date(Date.now() - 2 * 60 * 60_000) })
    .execute()
  // As left by a store that ended after it had recorded the picture.
  await store.db
    .insertInto('picture_uploads')
    .values({ key: path.basename(keptImage.body.data.url, '.webp'), started_at: new Date(0) })
    .execute()
  await store.shop.images.maintain()
  expect(await s3.files()).toHaveLength(2)
  expect((await served(store, keptImage.body.data.url)).status).toBe(200)
  expect(await store.db.selectFrom('picture_uploads').selectAll().execute()).toEqual([])
})

test('while the bucket does not respond, its pictures are 503, and unknown ones are 404 without a request to it', async () => {
  const { s3, store, admin } = await openShop({ IMAGE_TIMEOUT_MS: '300' })
  const { url } = (await upload(store, admin, quartersAs('png', 330, 330))).body.data
  s3.fail(hanging)
  const away = await fetch(url)
  expectProblem(
    { status: away.status, body: await away.json(), headers: away.headers },
    503,
    'picture_storage_unavailable',
  )
  const before = s3.requests.length
  expect((await served(store, `/images/${'0'.repeat(32)}-330x330.webp`)).status).toBe(404)
  expect((await served(store, url.replace('.webp', '-319.webp'))).status).toBe(404)
  expect(s3.requests).toHaveLength(before)
  s3.fail(null)
  expect((await served(store, url)).status).toBe(200)
  // Served again without the bucket.
  s3.fail(hanging)
  expect((await served(store, url)).status).toBe(200)
})

test('concurrent visitors of the same picture cost the bucket one request', async () => {
  const { s3, store, admin } = await openShop()
  const { url } = (await upload(store, admin, quartersAs('png', 330, 330))).body.data
  const before = s3.requests.length
  const responses = await Promise.all(Array.from({ length: 20 }, () => served(store, url)))
  expect(responses.every(({ status }) => status === 200)).toBe(true)
  expect(s3.requests).toHaveLength(before + 1)
})

test('a bucket can be in the host name', async () => {
  // As on a machine that resolves bucket names to the server; the resolver here does not.
  const { lookup } = dns
  const spy = vi
    .spyOn(dns, 'lookup')
    .mockImplementation((name: string, ...rest: unknown[]) =>
      Reflect.apply(lookup, dns, [name.endsWith('localhost') ? '127.0.0.1' : name, ...rest]),
    )
  onTestFinished(() => spy.mockRestore())
  const { s3, store, admin } = await openShop({ S3_PATH_STYLE: '0' }, { hostname: 's3.localhost' })
  const { status, body } = await upload(store, admin, quartersAs('png', 330, 330))
  expect(status).toBe(201)
  expect(s3.requests.every((request) => request.startsWith('PUT /images/'))).toBe(true)
  expect((await served(store, body.data.url)).status).toBe(200)
})

test('the URL of a bucket follows from the settings', () => {
  const keys = { accessKeyId: 'key', secretAccessKey: 'secret' }
  const place = { ...keys, region: 'eu-central-1', bucket: 'parts', timeoutMs: 1_000 }
  const addresses = [
    { endpoint: undefined, pathStyle: false },
    { endpoint: undefined, pathStyle: true },
    { endpoint: 'https://s3.example.com', pathStyle: true },
    { endpoint: 'https://s3.example.com:9000/', pathStyle: false },
    { endpoint: 'https://x.example.com/storage/v1/s3', pathStyle: true },
  ].map((style) => addressOf({ ...place, ...style }))
  expect(addresses).toEqual([
    'https://parts.s3.eu-central-1.amazonaws.com',
    'https://s3.eu-central-1.amazonaws.com/parts',
    'https://s3.example.com/parts',
    'https://parts.s3.example.com:9000',
    'https://x.example.com/storage/v1/s3/parts',
  ])
})

test('pages load pictures from the public URL only when all are in the bucket', async () => {
  const { s3, store, admin } = await openShop()
  await upload(store, admin, quartersAs('png', 330, 330))
  const cdn = await openSecondStore(store, { ...s3.env, S3_PUBLIC_URL: 'https://cdn.example.com/parts/' })
  onTestFinished(() => cdn.close())
  const { images } = cdn.shop
  await images.maintain()
  expect(images.publicBase()).toBe('https://cdn.example.com/parts')
  const [{ key } = { key: '' }] = await recorded(store)
  expect(pictureSources(`/images/${key}.webp`, images.publicBase())).toMatchObject({
    src: `https://cdn.example.com/parts/images/${key}-330.webp`,
    avif: `https://cdn.example.com/parts/images/${key}-320.avif 320w, https://cdn.example.com/parts/images/${key}-330.avif 330w`,
  })
  await store.db
    .insertInto('images')
    .values({ key: `${'1'.repeat(32)}-9x9`, width: 9, height: 9 })
    .execute()
  await images.maintain()
  expect(images.publicBase()).toBe('')
})
