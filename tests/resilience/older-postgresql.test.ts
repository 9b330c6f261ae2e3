import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { readConfig } from '#config/env.ts'
import { connect, type Connection } from '#db/connection.ts'
import { createLog } from '#server/log.ts'
import { seedStore } from '#server/seed/seed-if-empty.ts'
import { makeAdmin } from '../../src/ops/make-admin.ts'
import { verifyStore } from '../../src/ops/verify.ts'
import { databaseNamed } from '../support/database-server.ts'
import { order, orderPaid, stockProduct } from '../support/orders.ts'
import { findOtherPostgres, startOtherPostgres, versionOf } from '../support/other-postgresql.ts'
import type { StartedServer } from '../support/started-server.ts'
import { openSecondStore, type TestStore } from '../support/test-store.ts'
import { caller, signIn, issueAccessToken } from '../support/users.ts'

/**
 * An optional PostgreSQL to use instead of one of this machine. Its user must be allowed to create databases.
 */
const externalUrl = process.env['TEST_DATABASE_URL']
const installed = findOtherPostgres()
const nothing: StartedServer = { url: '', stop: () => Promise.resolve() }

const otherName = externalUrl
  ? 'the PostgreSQL of TEST_DATABASE_URL'
  : installed
    ? `PostgreSQL ${versionOf(installed)}`
    : 'an older PostgreSQL (skipped: install postgresql-15 or set TEST_DATABASE_URL)'

const servers: readonly { name: string; there: boolean; start: () => Promise<StartedServer> }[] = [
  {
    name: 'the embedded PostgreSQL',
    there: true,
    start: async () => ({ ...nothing, url: inject('databaseUrl') }),
  },
  {
    name: otherName,
    there: Boolean(externalUrl ?? installed),
    start: async () => (externalUrl ? { ...nothing, url: externalUrl } : startOtherPostgres(installed ?? '')),
  },
]

describe.each(servers)('on $name', ({ there, start }) => {
  describe.skipIf(!there)('a store by its DATABASE_URL', () => {
    let server: StartedServer
    let database: Connection & { url: string }
    let one: TestStore
    let two: TestStore
    let dataDir: string

    beforeAll(async () => {
      server = await start()
      const name = `any_${randomUUID().replaceAll('-', '')}`
      const admin = new pg.Client({ connectionString: server.url })
      await admin.connect()
      await admin.query(`create database ${name}`)
      await admin.end()
      const url = databaseNamed(server.url, name)
      dataDir = await mkdtemp(path.join(tmpdir(), 'driveline-any-'))
      // Like the first start: migrations, vehicles, demo data.
      await seedStore({
        config: readConfig({ DATA_DIR: dataDir }),
        databaseUrl: url,
        log: createLog('error'),
        say: () => undefined,
      })
      database = { ...connect(url, { onError: () => undefined }), url }
      one = await openSecondStore({ databaseUrl: url, db: database.db })
      two = await openSecondStore({ databaseUrl: url, db: database.db })
    }, 120_000)
    afterAll(async () => {
      await two.close()
      await one.close()
      await database.close()
      await server.stop()
      await rm(dataDir, { recursive: true })
    })

    test('signs up, sells, ships, deletes, and satisfies every invariant', async () => {
      const visitor = caller(one)
      const person = {
        name: 'Nell',
        email: `${randomUUID().slice(0, 8)}@people.test`,
        password: 'gasket-rocker-42',
      }
      expect((await visitor('POST', '/auth/sign-up/email', person)).status).toBe(200)
      const { token } = await issueAccessToken(one, person.email, person.password)
      const customer = { ...person, token, cookie: '', call: caller(one, token) }
      const admin = await signIn(one)
      await makeAdmin(database.db, admin.email)
      const [product] = (await visitor('GET', '/products?limit=1')).body
      const paid = await orderPaid(one, customer, product._id, product.minOrder)
      expect((await admin.call('PATCH', `/order/shipped/${paid}`)).status).toBe(200)
      const unwanted = await order(customer, product._id, product.minOrder)
      expect((await customer.call('DELETE', `/order/${unwanted}`)).status).toBe(200)
      expect((await admin.call('PATCH', `/product/${product._id}/stock`, { quantity: 5 })).status).toBe(200)
      expect((await customer.call('POST', '/review', { rating: 5, text: 'Fits.' })).status).toBe(201)
      const vehicles = await visitor('GET', '/vehicles?make=Honda')
      expect(vehicles.status).toBe(200)
      const findings = await verifyStore(readConfig({}), database.url)
      expect(findings.length).toBeGreaterThan(20)
      expect(findings.filter(({ breaches }) => breaches.length > 0)).toEqual([])
    })

    test('invalidates its cache when another store on the same database changes something', async () => {
      const admin = await signIn(one, { admin: true })
      const id = await stockProduct(one, { available: 7 })
      const seenBy = async (store: TestStore) =>
        (await caller(store, admin.token)('GET', `/product/${id}`)).body.available
      const listedBy = async (store: TestStore) =>
        (await caller(store)('GET', '/products')).body.find((product: { _id: string }) => product._id === id)
          ?.available
      one.shop.publishChange('products')
      await expect.poll(() => listedBy(two)).toBe(7)
      expect(await seenBy(two)).toBe(7)
      expect((await admin.call('PATCH', `/product/${id}/stock`, { quantity: 5 })).status).toBe(200)
      expect(await listedBy(one)).toBe(12)
      await expect.poll(async () => [await listedBy(two), await seenBy(two)]).toEqual([12, 12])
    })

    test('refuses a token that another store on the same database has ended', async () => {
      const customer = await signIn(one)
      const ordersAt = (store: TestStore) => caller(store, customer.token)('GET', `/order/${customer.email}`)
      expect((await ordersAt(two)).status).toBe(200)
      await database.db.deleteFrom('access_tokens').execute()
      await expect.poll(async () => (await ordersAt(two)).status).toBe(401)
      expect((await ordersAt(one)).status).toBe(401)
    })

    test('sells the last pieces once, even when two stores sell them concurrently', async () => {
      const users = await Promise.all(Array.from({ length: 4 }, () => signIn(one)))
      const productId = await stockProduct(one, { available: 5 })
      const responses = await Promise.all(
        Array.from({ length: 24 }, (_, i) =>
          caller(i % 2 ? one : two, users[i % users.length]?.token)('POST', '/order', {
            productId,
            orderQty: 1,
            customerPhone: '(217) 555-0100',
            customerAddress: '1 Main Street',
          }),
        ),
      )
      const statuses = responses.map(({ status }) => status)
      expect(statuses.filter((status) => status === 201)).toHaveLength(5)
      expect(statuses.filter((status) => status === 409)).toHaveLength(19)
      const row = await database.db
        .selectFrom('products')
        .select('available')
        .where('id', '=', productId)
        .executeTakeFirstOrThrow()
      expect(row.available).toBe(0)
    })
  })
})
