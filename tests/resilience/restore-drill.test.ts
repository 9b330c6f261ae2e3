import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runStore, START_LIMIT_MS, type RunningStore } from '../support/running-store.ts'
import { quartersAs } from '../support/test-pictures.ts'
import { caller, demoAdmin, issueAccessToken, newCredentials, signInAs } from '../support/users.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const BUYERS = 4
let dir: string
let store: RunningStore
let restored: RunningStore | undefined

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'driveline-drill-'))
  store = await runStore({ SWEEP_SECONDS: '2' })
}, START_LIMIT_MS)
afterAll(async () => {
  await store.close()
  await restored?.close()
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

test('a backup taken during orders restores the whole store, with every order confirmed before', async () => {
  const { call: admin, token: adminToken } = await signInAs(store, demoAdmin)
  const form = new FormData()
  form.set('image', new Blob([new Uint8Array(await quartersAs('png', 640, 480))]), 'part.png')
  const uploaded = await fetch(`${store.url}/images`, {
    method: 'POST',
    body: form,
    headers: { Authorization: `Bearer ${adminToken}` },
  })
  const picture = new URL(((await uploaded.json()) as { data: { url: string } }).data.url).pathname
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
  await expect.poll(() => confirmed.length).toBeGreaterThan(40)
  const before = [...confirmed]
  const backup = path.join(dir, 'backup')
  const backupRun = await command('backup', store.dataDir, backup)
  const during = confirmed.length - before.length
  ordering = false
  await Promise.all(buying)
  expect(backupRun.output).toMatch(/^Backed up \d+ rows/m)
  expect(during, 'orders continued while the backup was taken').toBeGreaterThan(0)

  expect((await command('restore', store.dataDir, backup, '--replace')).output).toMatch(
    /Another Driveline store .* is already using the data folder/,
  )
  const elsewhere = path.join(dir, 'new')
  expect(await command('restore', elsewhere, backup)).toMatchObject({ code: 0 })
  expect((await command('restore', elsewhere, backup)).output).toContain('This store is not empty')
  expect(await command('verify', elsewhere)).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^All \d+ rules hold\.$/m),
  })

  restored = await runStore({ DATA_DIR: elsewhere, SWEEP_SECONDS: '2' })
  const signedInBefore = await caller(restored, token)('GET', `/order/${buyer.email}`)
  expect(signedInBefore.status, 'a backup restores no sign-ins').toBe(401)
  const again = caller(restored, (await issueAccessToken(restored, buyer.email, buyer.password)).token)
  const orders: { _id: string }[] = []
  for (;;) {
    const after = orders.at(-1)?._id
    const page = (await again('GET', `/order/${buyer.email}?limit=500${after ? `&after=${after}` : ''}`)).body
    orders.push(...page)
    if (page.length < 500) break
  }
  expect(before.filter((id) => !orders.some((order) => order._id === id))).toEqual([])
  expect((await fetch(restored.url + picture)).status).toBe(200)
  const served = async (url: string) => Buffer.from(await (await fetch(url + picture)).arrayBuffer())
  expect(await served(restored.url)).toEqual(await served(store.url))
  expect((await again('POST', '/order', wish)).status, 'the store goes on selling').toBe(201)
})
