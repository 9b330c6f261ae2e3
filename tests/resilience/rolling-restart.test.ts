import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { freePort } from '#db/embedded/free-port.ts'
import { BALANCERS } from '../support/balancer.ts'
import { expectInvariants } from '../support/invariants.ts'
import { stockProduct } from '../support/orders.ts'
import { START_LIMIT_MS } from '../support/running-store.ts'
import { type LoadRequest, startLoad } from '../support/steady-load.ts'
import { isReady, startStore, type StoreProcess } from '../support/store-process.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'
import { type User, signIn } from '../support/users.ts'

/** Minimum number of requests; CONTRIBUTING.md says how to send more. */
const REQUESTS = Number(process.env['RESTART_REQUESTS'] ?? 1_500)
const CLIENTS = 12
const PREPARE = path.join(import.meta.dirname, '../../tools/setup/prepare.mjs')

let database: TestDatabase
let dir: string
let stores: { port: number; process: StoreProcess }[]
let users: User[]
let product: string

async function startAt(port: number): Promise<StoreProcess> {
  return startStore(path.join(dir, String(port)), {
    port,
    inherited: { PATH: process.env['PATH'] },
    env: {
      DATABASE_URL: database.url,
      AUTH_SECRET: 'of-all-three-stores-0123456789-0123456789',
      TRUST_PROXY: '1',
      DRAIN_SECONDS: '5',
    },
  })
}

beforeAll(async () => {
  await promisify(execFile)(process.execPath, [PREPARE, 'build'])
  database = await createTestDatabase()
  dir = await mkdtemp(path.join(tmpdir(), 'driveline-restart-'))
  stores = []
  // The first one seeds the demo data.
  for (let i = 0; i < 3; i += 1) {
    const port = await freePort()
    stores.push({ port, process: await startAt(port) })
  }
  const [first] = stores
  if (!first) throw new Error('No store')
  const use = { url: first.process.url, db: database.db }
  users = []
  for (let i = 0; i < 4; i += 1) users.push(await signIn(use))
  product = await stockProduct(use, { available: 1_000_000 })
}, START_LIMIT_MS * 4)
afterAll(async () => {
  await Promise.all(stores.map(({ process }) => process.stop('SIGKILL')))
  await database.drop()
  await rm(dir, { recursive: true, force: true })
})

/** The load: pages, lists, own orders, and every fourth request an order without a key. */
function nextRequest(i: number): LoadRequest {
  const person = users[i % users.length]
  if (!person) throw new Error('No person')
  const headers = { Authorization: `Bearer ${person.token}` }
  switch (i % 8) {
    case 0:
    case 4:
      return {
        method: 'POST',
        path: '/order',
        headers,
        body: {
          productId: product,
          orderQty: 1,
          customerPhone: '(217) 555-0100',
          customerAddress: '1 Main Street',
        },
        right: [201],
      }
    case 1:
      return { method: 'GET', path: '/' }
    case 2:
      return { method: 'GET', path: `/product/${product}`, headers }
    case 3:
      return { method: 'GET', path: `/products?limit=${(i % 50) + 1}` }
    case 5:
      return {
        method: 'PUT',
        path: `/user/${person.email}`,
        headers: { Cookie: person.cookie },
        body: { email: person.email },
      }
    case 6:
      return { method: 'GET', path: `/order/${person.email}?limit=5`, headers }
    default:
      return { method: 'GET', path: '/reviews' }
  }
}

const countOrders = async () =>
  Number(
    (
      await sql<{ n: string }>`select count(*) as n from orders where product_id = ${product}`.execute(
        database.db,
      )
    ).rows[0]?.n,
  )

/** The statuses that a store returns at /readyz until it has stopped. */
async function readinessUntil(stopped: Promise<unknown>, url: string): Promise<Set<string | undefined>> {
  let over = false
  void stopped.finally(() => {
    over = true
  })
  const codes = new Set<string | undefined>()
  while (!over) {
    const response = await fetch(`${url}/readyz`).catch(() => null)
    if (response) codes.add((await response.json()).code)
    await delay(20)
  }
  return codes
}

describe.each(BALANCERS)('behind $name', ({ name, program, start }) => {
  const title = program ? '' : ` (skipped: install ${name.toLowerCase()})`
  test.skipIf(!program)(
    `three stores are restarted one by one under steady load, and no request is lost${title}`,
    async () => {
      const balancer = await start(
        program ?? '',
        stores.map(({ port }) => port),
      )
      onTestFinished(() => balancer.close())
      const before = await countOrders()
      let ordered = 0
      const load = startLoad(balancer.url, CLIENTS, (i) => {
        const next = nextRequest(i)
        if (next.method === 'POST') ordered += 1
        return next
      })
      // Longer runs restart them several times.
      for (let done = 0; done < 3 || load.responses() < REQUESTS; done += 1) {
        const store = stores[done % stores.length]
        if (!store) throw new Error('No store')
        expect(await readinessUntil(store.process.stop(), store.process.url)).toContain('draining')
        expect((await store.process.exited)[0]).toBe(0)
        store.process = await startAt(store.port)
        await balancer.uses(store.port)
      }
      const { responses, failed } = await load.end()
      expect(failed).toEqual([])
      expect(responses).toBeGreaterThanOrEqual(REQUESTS)
      // Each order was placed, and none twice.
      expect((await countOrders()) - before).toBe(ordered)
      await expectInvariants(database.url)
    },
    600_000 + REQUESTS * 60,
  )
})

test('a stopping store without a balancer responds to every request that it accepted', async () => {
  const [store] = stores
  if (!store) throw new Error('No store')
  const load = startLoad(store.process.url, CLIENTS, nextRequest)
  await expect.poll(() => load.responses(), { timeout: 400_000 }).toBeGreaterThan(REQUESTS)
  await store.process.stop()
  await load.refused
  const { failed } = await load.end()
  expect(failed).toEqual([])
  expect(await isReady(store.process)).toBe(false)
}, 500_000)
