import { execFile } from 'node:child_process'
import { readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#config/env.ts'
import { imageService } from '../../tests/support/image-service.ts'
import { expectInvariants } from '../../tests/support/invariants.ts'
import { respondWith, startS3Server } from '../../tests/support/s3-server.ts'
import { quartersAs } from '../../tests/support/test-pictures.ts'
import { openSecondStore, openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { signIn, type User } from '../../tests/support/users.ts'
import { movePictures } from './move-pictures.ts'

type Settings = Record<string, string>

/**
 * A store on its disk with two parts of different pictures, one of them ordered, and the services for moving
 * them.
 */
async function openShop() {
  const s3 = await startS3Server()
  const store = await openTestStore({ LOG_LEVEL: 'silent' })
  onTestFinished(() => store.close())
  const admin = await signIn(store, { admin: true })
  const customer = await signIn(store)
  const [first, second] = [await part(store, admin, 500), await part(store, admin, 320)]
  const placed = await customer.call('POST', '/order', {
    productId: first.id,
    orderQty: 2,
    customerPhone: '217 555 0142',
    customerAddress: '1 Main Street',
  })
  expect(placed.status).toBe(201)
  return { s3, store, admin, customer, first, second }
}

async function part(store: TestStore, admin: User, width: number) {
  const { url } = await store.shop.images.put(await quartersAs('png', width, 240))
  const about = { name: `Strut ${width}`, about: 'Front.', price: 20, available: 50, minOrder: 1 }
  const added = await admin.call('POST', '/product', { ...about, picture: url })
  expect(added.status).toBe(201)
  return { id: String(added.body.insertedId), picture: url }
}

/** Runs the command in this process, with the settings of a store that shares the data folder. */
const move = (
  store: TestStore,
  env: Settings,
  to: 'disk' | 's3' | 'host',
  { apply = true, deleteOld = false } = {},
) => movePictures(store.db, configOf(store, env), to, { apply, deleteOld })

const configOf = ({ dataDir, databaseUrl }: TestStore, env: Settings) =>
  readConfig({ NODE_ENV: 'test', DATABASE_URL: databaseUrl, DATA_DIR: dataDir, ...env })

/** A running store with these settings and the same data folder. */
async function restarted(store: TestStore, env: Settings): Promise<TestStore> {
  const next = await openSecondStore(store, { LOG_LEVEL: 'silent', ...env, DATA_DIR: store.dataDir })
  onTestFinished(() => next.close())
  return next
}

const status = async (store: TestStore, address: string) => {
  const response = await fetch(new URL(address, store.url), { redirect: 'manual' })
  await response.arrayBuffer()
  return response.status
}

/** Pictures of the parts and the order, as the database has them. */
async function pictures({ db }: TestStore) {
  const products = await db.selectFrom('products').select('picture').orderBy('name', 'desc').execute()
  const orders = await db.selectFrom('orders').select('picture').execute()
  return { products: products.map((row) => row.picture), orders: orders.map((row) => row.picture) }
}

/** The other pictures of the part that has some. */
const morePictures = async ({ db }: TestStore) =>
  (
    await db
      .selectFrom('products')
      .select('more_pictures')
      .where('more_pictures', '<>', '')
      .executeTakeFirstOrThrow()
  ).more_pictures

const deleteFile = (store: TestStore, name: string) => rm(path.join(store.dataDir, 'images', name))
const keyOf = (picture: string) => path.basename(picture, '.webp')

test('a dry run reads every picture, reports problems, and changes nothing', async () => {
  const { s3, store, second } = await openShop()
  await deleteFile(store, `${keyOf(second.picture)}-320.avif`)
  const report = await move(store, s3.env, 's3', { apply: false })
  expect(report).toMatchObject({
    moved: 1,
    there: 0,
    problems: [{ picture: second.picture, message: expect.stringContaining('-320.avif is missing') }],
  })
  expect(s3.requests).toEqual([])
})

test('pictures move from the disk to the bucket while stores run, and back; no URL changes', async () => {
  const { s3, store, first, second } = await openShop()
  const before = await pictures(store)
  expect(await move(store, s3.env, 's3')).toMatchObject({ moved: 2, problems: [], products: 0, orders: 0 })
  expect(await s3.files()).toHaveLength(6 + 2)
  expect(await status(store, first.picture), 'a store that was not restarted').toBe(200)
  expect(await move(store, s3.env, 's3')).toMatchObject({ moved: 0, there: 2 })

  const next = await restarted(store, s3.env)
  expect(await move(store, s3.env, 's3', { deleteOld: true })).toMatchObject({ deleted: 2 })
  expect(await readdir(path.join(store.dataDir, 'images'))).toEqual([])
  for (const { picture } of [first, second]) expect(await status(next, picture)).toBe(200)

  const back = { ...s3.env, IMAGE_STORE: 'disk' }
  expect(await move(store, back, 'disk', { deleteOld: true })).toMatchObject({ moved: 2, deleted: 2 })
  expect(await s3.files()).toEqual([])
  expect(await status(store, first.picture)).toBe(200)
  expect(await pictures(store)).toEqual(before)
  await expectInvariants(store.databaseUrl)
})

test('a move that the bucket interrupts continues where it stopped, and every picture is served all the time', async () => {
  const { s3, store, first, second } = await openShop()
  s3.fail((request, response) =>
    request.url?.includes(keyOf(second.picture)) ? respondWith(503)(request, response) : null,
  )
  const interrupted = await move(store, s3.env, 's3', { deleteOld: true })
  expect(interrupted).toMatchObject({ moved: 1, deleted: 1, problems: [{ picture: second.picture }] })
  const next = await restarted(store, s3.env)
  for (const { picture } of [first, second]) expect(await status(next, picture)).toBe(200)
  s3.fail(null)
  expect(await move(store, s3.env, 's3')).toMatchObject({ moved: 1, there: 1, problems: [] })
})

test('a picture that the bucket stores wrongly, or that is damaged, stays where it is', async () => {
  const { s3, store, first, second } = await openShop()
  await writeFile(path.join(store.dataDir, 'images', `${keyOf(first.picture)}-500.webp`), 'something else')
  s3.fail((request, response) => {
    if (request.method !== 'GET') return null
    response.writeHead(200).end('something else')
    return 'handled'
  })
  const report = await move(store, s3.env, 's3', { deleteOld: true })
  expect(report).toMatchObject({ moved: 0, deleted: 0 })
  expect(report.problems.map(({ picture }) => picture).toSorted()).toEqual(
    [first.picture, second.picture].toSorted(),
  )
  expect(await store.db.selectFrom('images').select('key').where('place', '=', 's3').execute()).toEqual([])
  expect(await status(store, second.picture)).toBe(200)
})

test('pictures move to a hosted service and from there to the bucket; parts, orders and old URLs follow', async () => {
  const { s3, store, customer, first, second } = await openShop()
  await store.db
    .updateTable('products')
    .set({ more_pictures: `${second.picture} ${first.picture}` })
    .where('id', '=', first.id)
    .execute()
  const service = await imageService()
  const hosted = { ...service.env, IMAGE_STORE: 'host' }
  const host = await restarted(store, hosted)
  expect(await move(store, hosted, 'host', { deleteOld: true })).toMatchObject({
    moved: 2,
    problems: [],
    products: 2,
    orders: 1,
    deleted: 2,
  })
  const there = await pictures(store)
  expect(there.products.every((picture) => picture.startsWith('https://'))).toBe(true)
  expect(there.orders).toEqual([there.products[0]])
  expect(await morePictures(store)).toBe(there.products.toReversed().join(' '))
  // An old URL, as in an email or on another site.
  const old = await fetch(new URL(first.picture, host.url), { redirect: 'manual' })
  expect([old.status, old.headers.get('location')]).toEqual([302, there.products[0]])
  expect(await move(store, hosted, 'host')).toMatchObject({ moved: 0, there: 2, products: 0, orders: 0 })
  expect((await customer.call('GET', `/order/${customer.email}`)).body[0].picture).toBe(there.products[0])

  const bucket = { ...service.env, ...s3.env, IMAGE_STORE: 's3' }
  const next = await restarted(store, bucket)
  expect(await move(store, bucket, 's3')).toMatchObject({ moved: 2, problems: [], products: 2, orders: 1 })
  const here = await pictures(store)
  expect(here.orders).toEqual([here.products[0]])
  expect(await morePictures(store)).toBe(here.products.toReversed().join(' '))
  for (const picture of here.products) expect(await status(next, picture)).toBe(200)
  const oldest = await fetch(new URL(second.picture, next.url), { redirect: 'manual' })
  expect([oldest.status, oldest.headers.get('location')]).toEqual([302, here.products[1]])
  await expectInvariants(store.databaseUrl)
})

test('an order’s picture changes only to the new URL of the same picture', async () => {
  const { store, first, second } = await openShop()
  const change = (set: string) => sql`update orders set ${sql.raw(set)}`.execute(store.db)
  await expect(change(`picture = '${second.picture}'`)).rejects.toThrow('only moves forward')
  await store.db
    .updateTable('images')
    .set({ moved_to: second.picture })
    .where('key', '=', keyOf(first.picture))
    .execute()
  await expect(change(`picture = '${second.picture}', quantity = 1`)).rejects.toThrow('only moves forward')
  await expect(change(`picture = '/images/other.webp'`)).rejects.toThrow('only moves forward')
  await change(`picture = '${second.picture}'`)
})

test('a move to an unconfigured location, or to one where new pictures are not stored, is refused', async () => {
  const { s3, store } = await openShop()
  await expect(move(store, { ...s3.env, IMAGE_STORE: 'disk' }, 's3')).rejects.toThrow('Set IMAGE_STORE=s3')
  await expect(move(store, {}, 's3')).rejects.toThrow('set S3_BUCKET')
  await expect(move(store, {}, 'host')).rejects.toThrow('set IMAGE_HOST_URL')
})

test('the command prints its report, and exits with 1 when something could not be moved', async () => {
  const { s3, store, second } = await openShop()
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, ['src/ops/move-pictures.ts', ...args], {
      cwd: path.join(import.meta.dirname, '../..'),
      env: { PATH: process.env['PATH'], DATABASE_URL: store.databaseUrl, DATA_DIR: store.dataDir, ...s3.env },
    }).then(
      ({ stdout }) => ({ code: 0, output: stdout }),
      (error: { code: number; stdout: string; stderr: string }) => ({
        code: error.code,
        output: error.stdout + error.stderr,
      }),
    )
  expect(await run()).toMatchObject({
    code: 2,
    output: expect.stringContaining('Use: npx driveline move-pictures'),
  })
  const dry = await run('--to', 's3')
  expect(dry).toMatchObject({
    code: 0,
    output: expect.stringContaining('2 pictures can be moved to the bucket'),
  })
  await deleteFile(store, `${keyOf(second.picture)}-320.avif`)
  const done = await run('--to', 's3', '--apply')
  expect(done.code).toBe(1)
  expect(done.output).toContain('1 pictures moved to the bucket')
  expect(done.output).toContain(`${second.picture}: `)
})
