import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { runStore, START_LIMIT_MS, type RunningStore } from '../support/running-store.ts'
import { uploadPicture } from '../support/test-pictures.ts'
import { caller, demoAdmin, issueAccessToken, newCredentials, signInAs } from '../support/users.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const BUYERS = 4
let dir: string
let store: RunningStore
/** The data folder of the store that the backup is restored to. */
let elsewhere: string
let drill: Drill

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'driveline-drill-'))
  store = await runStore({ SWEEP_SECONDS: '2' })
  drill = await backUpDuringOrders()
  elsewhere = path.join(dir, 'new')
  await expectSuccess('restore', elsewhere, drill.backup)
}, START_LIMIT_MS)
afterAll(async () => {
  await store.close()
  await rm(dir, { recursive: true })
}, 60_000)

/** Runs a command of the store on a data folder, as an operator does. */
async function command(
  name: string,
  dataDir: string,
  ...args: string[]
): Promise<{ code: number; output: string }> {
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], DATA_DIR: dataDir }
  const run = promisify(execFile)(process.execPath, [`src/ops/${name}.ts`, ...args], { cwd: ROOT, env })
  return run.then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      output: error.stdout + error.stderr,
    }),
  )
}

async function expectSuccess(...args: Parameters<typeof command>): Promise<string> {
  const { code, output } = await command(...args)
  expect(code, output).toBe(0)
  return output
}

/** A backup that was taken while orders were placed. */
type Drill = {
  backup: string
  /** Orders that were confirmed before the backup began. */
  before: string[]
  buyer: ReturnType<typeof newCredentials>
  token: string
  wish: object
  /** The path of an uploaded picture. */
  picture: string
}

async function backUpDuringOrders(): Promise<Drill> {
  const { call: admin, token: adminToken } = await signInAs(store, demoAdmin)
  const picture = new URL(await uploadPicture(store.url, adminToken)).pathname
  const product = { picture, name: 'Drill Part', about: 'Ordered all the time.', price: 12, minOrder: 1 }
  const productId: string = (await admin('POST', '/product', { ...product, available: 100_000 })).body
    .insertedId
  const buyer = newCredentials('Dana Drill')
  expect((await caller(store)('POST', '/auth/sign-up/email', buyer)).status).toBe(200)
  const { token } = await issueAccessToken(store, buyer.email, buyer.password)
  const call = caller(store, token)
  const wish = { productId, orderQty: 1, customerPhone: '555-0100', customerAddress: '1 Main Street' }

  const confirmed: string[] = []
  let ordering = true
  const buying = Array.from({ length: BUYERS }, async () => {
    while (ordering) {
      const placed = await call('POST', '/order', wish)
      expect(placed.status).toBe(201)
      confirmed.push(placed.body.insertedId)
      await turn()
    }
  })
  await vi.waitUntil(() => confirmed.length > 40, { timeout: 60_000 })
  const before = [...confirmed]
  const backup = path.join(dir, 'backup')
  const { output } = await command('backup', store.dataDir, backup)
  const during = confirmed.length - before.length
  ordering = false
  await Promise.all(buying)
  expect(output).toMatch(/^Backed up \d+ rows/m)
  expect(during, 'orders continued while the backup was taken').toBeGreaterThan(0)
  return { backup, before, buyer, token, wish, picture }
}

test('a backup is not restored over a store that runs, or that is not empty', async () => {
  expect((await command('restore', store.dataDir, drill.backup, '--replace')).output).toMatch(
    /Another Driveline store .* is already using the data folder/,
  )
  expect((await command('restore', elsewhere, drill.backup)).output).toContain('This store is not empty')
})

describe('a store that was restored from a backup taken during orders', () => {
  let restored: RunningStore
  let call: ReturnType<typeof caller>
  beforeAll(async () => {
    restored = await runStore({ DATA_DIR: elsewhere, SWEEP_SECONDS: '2' })
    const { email, password } = drill.buyer
    call = caller(restored, (await issueAccessToken(restored, email, password)).token)
  }, START_LIMIT_MS)
  afterAll(() => restored.close(), 60_000)

  test('has every order that was confirmed before, and keeps all rules', async () => {
    expect(await expectSuccess('verify', elsewhere)).toMatch(/^All \d+ rules hold\.$/m)
    const orders: { _id: string }[] = []
    for (;;) {
      const after = orders.at(-1)?._id
      const query = `/order/${drill.buyer.email}?limit=500${after ? `&after=${after}` : ''}`
      const page = (await call('GET', query)).body
      orders.push(...page)
      if (page.length < 500) break
    }
    expect(drill.before.filter((id) => !orders.some((order) => order._id === id))).toEqual([])
  })

  test('has its pictures and goes on selling, and its old sign-ins have ended', async () => {
    const served = async (url: string) => {
      const response = await fetch(url + drill.picture)
      expect(response.status).toBe(200)
      return Buffer.from(await response.arrayBuffer())
    }
    expect(await served(restored.url)).toEqual(await served(store.url))
    const signedInBefore = await caller(restored, drill.token)('GET', `/order/${drill.buyer.email}`)
    expect(signedInBefore.status, 'a backup restores no sign-ins').toBe(401)
    expect((await call('POST', '/order', drill.wish)).status).toBe(201)
  })
})
