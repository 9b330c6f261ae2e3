import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#config/env.ts'
import { verifyStore } from '../../src/ops/verify.ts'
import { startStore } from '../support/store-process.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'
import { caller, demoAdmin, demoCustomer, signInAs } from '../support/users.ts'

const run = promisify(execFile)
const ROOT = path.join(import.meta.dirname, '../..')

let dataDir: string
let target: TestDatabase
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'driveline-move-'))
  target = await createTestDatabase()
})
afterAll(async () => {
  await target.drop()
  await rm(dataDir, { recursive: true, force: true })
})

/**
 * Runs the command as an owner does.
 * @returns its output and exit code.
 */
async function move(databaseUrl: string, ...args: string[]): Promise<{ code: number; text: string }> {
  const env = { PATH: process.env['PATH'], DATA_DIR: dataDir, DATABASE_URL: databaseUrl }
  try {
    const { stdout, stderr } = await run(process.execPath, ['src/ops/move-database.ts', ...args], {
      cwd: ROOT,
      env,
    })
    return { code: 0, text: stdout + stderr }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, text: stdout + stderr }
  }
}

/** A job releases holds that have ended, at any moment. */
const withoutHolds = (orders: { holdExpiresAt?: string }[]) =>
  orders.map((order) => ({ ...order, holdExpiresAt: undefined }))

test('an embedded database moves to another server with one command, and sessions survive', async () => {
  expect(await move(target.url)).toMatchObject({
    code: 1,
    text: expect.stringContaining('There is no embedded database'),
  })

  // Nothing listens at the mail server's port.
  const before = await startStore(dataDir, { env: { SMTP_URL: 'smtp://127.0.0.1:2' } })
  const customer = await signInAs(before, demoCustomer)
  const admin = await signInAs(before, demoAdmin)
  const [product] = (await customer.call('GET', '/products?limit=1')).body
  const newOrder = {
    productId: product._id,
    orderQty: product.minOrder,
    customerPhone: '(217) 555-0100',
    customerAddress: '1 Main Street',
  }
  const ordered = await customer.call('POST', '/order', newOrder)
  expect(ordered.status).toBe(201)
  const orders = withoutHolds((await admin.call('GET', '/orders')).body)
  const message = { name: 'Vic', email: 'vic@example.com', message: 'Do you ship to Peoria?' }
  expect((await customer.call('POST', '/contact', message)).status).toBe(201)

  // Nothing is moved while a store is running.
  expect((await move(target.url)).code).toBe(1)
  await before.stop()
  // Nor into a database that has rows.
  await target.pool.query(
    "insert into leases (name, holder, expires_at) values ('x', gen_random_uuid(), now())",
  )
  expect(await move(target.url)).toMatchObject({ code: 1, text: expect.stringContaining('not empty') })
  await target.pool.query('delete from leases')

  // Emails in the queue are not silently left behind.
  expect(await move(target.url)).toMatchObject({
    code: 1,
    text: expect.stringContaining('are still queued'),
  })

  const { code, text } = await move(target.url, '--leave-mails')
  expect(text).toMatch(/Moved \d+ rows/)
  expect(code).toBe(0)
  expect(existsSync(path.join(dataDir, 'postgres'))).toBe(false)
  expect(readdirSync(dataDir).filter((name) => name.startsWith('postgres-moved-'))).toHaveLength(1)

  const after = await startStore(dataDir, { port: before.port, env: { DATABASE_URL: target.url } })
  try {
    // The tokens from before the move.
    const [customerThere, adminThere] = [caller(after, customer.token), caller(after, admin.token)]
    expect(withoutHolds((await adminThere('GET', '/orders')).body)).toEqual(orders)
    expect((await customerThere('DELETE', `/order/${ordered.body.insertedId}`)).body).toEqual({
      deletedCount: 1,
    })
    expect((await customerThere('POST', '/order', newOrder)).status).toBe(201)
    expect((await customerThere('GET', '/catalogue/search?q=brake')).body.total).toBeGreaterThan(0)
    const findings = await verifyStore(readConfig({}), target.url)
    expect(findings.filter(({ breaches }) => breaches.length > 0)).toEqual([])
  } finally {
    await after.stop()
  }
})
