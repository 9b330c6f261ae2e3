import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#config/env.ts'
import { connect, type Connection } from '#db/connection.ts'
import { readProviderAccount } from '#domain/payments/provider-account.server.ts'
import { verifyStore } from '../../src/ops/verify.ts'
import { confirmPayment, intentFor } from '../support/card-payments.ts'
import { databaseNamed } from '../support/database-server.ts'
import { type ExternalProvider, runExternalProvider } from '../support/external-provider.ts'
import { orderRow } from '../support/order-rows.ts'
import { order, stockProduct } from '../support/orders.ts'
import {
  findOtherPostgres,
  makePostgresFolder,
  recoverTo,
  startOtherPostgres,
  takeBaseBackup,
} from '../support/other-postgresql.ts'
import type { StartedServer } from '../support/started-server.ts'
import { openSecondStore, type TestStore } from '../support/test-store.ts'
import { caller, signIn, signInAs, type User } from '../support/users.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const installed = findOtherPostgres()
// Installed on build machines (.ci/run), where the drill is never skipped.
const isLeftOut = installed === undefined && process.env['CI'] === undefined
const bin = installed ?? ''

let archive: string
let provider: ExternalProvider
const servers: StartedServer[] = []
const connections: Connection[] = []

beforeAll(async () => {
  archive = makePostgresFolder()
  provider = await runExternalProvider()
})
afterAll(async () => {
  for (const connection of connections) await connection.close()
  for (const server of servers) await server.stop()
  await provider.stop()
  await rm(archive, { recursive: true })
})

/** Opens a store on this server's database. */
async function openOn(server: StartedServer, name: string): Promise<TestStore> {
  const databaseUrl = databaseNamed(server.url, name)
  const connection = connect(databaseUrl, { onError: () => undefined })
  connections.push(connection)
  return openSecondStore({ databaseUrl, db: connection.db }, { ...provider.env, SWEEP_SECONDS: '1' })
}

async function ask<Row extends object>(server: StartedServer, name: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: databaseNamed(server.url, name) })
  await client.connect()
  const { rows } = await client.query<Row>(text)
  await client.end()
  return rows
}

/** The command as an operator runs it. */
async function finishRecovery(databaseUrl: string): Promise<{ code: number; output: string }> {
  const env = { PATH: process.env['PATH'], DATABASE_URL: databaseUrl }
  return promisify(execFile)(process.execPath, ['src/ops/finish-recovery.ts'], { cwd: ROOT, env }).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, output: stderr }),
  )
}

async function pay(customer: User, orderId: string): Promise<string> {
  const intent = await intentFor(customer, orderId)
  await provider.pay(intent)
  expect((await confirmPayment(customer, orderId, intent.id)).status).toBe(200)
  return intent.id
}

/** The charges for an order minus the refunds, in cents. */
async function netOf(orderId: string): Promise<number> {
  const { rows } = await provider.sim.pool.query<{ net: number }>(
    `select coalesce(sum(c.amount - c.amount_refunded), 0)::int as net from simulator.charges c
     join simulator.intents i on i.id = c.intent_id where c.status = 'succeeded' and i.metadata->>'order_id' = $1`,
    [orderId],
  )
  return rows[0]?.net ?? 0
}

test.skipIf(isLeftOut)(
  `after a delete by mistake the database is recovered to just before it, and the store goes on from there${isLeftOut ? ' (skipped: install postgresql)' : ''}`,
  async () => {
    const original = await startOtherPostgres(bin, {
      archive_mode: 'on',
      archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f`,
    })
    servers.push(original)
    const name = `pitr_${randomUUID().replaceAll('-', '')}`
    await ask(original, 'postgres', `create database ${name}`)
    const store = await openOn(original, name)
    const customer = await signIn(store)
    const product = await stockProduct(store, { price: 25.5, available: 100 })
    const inBackup = await order(customer, product)
    const base = takeBaseBackup(bin, original.url)

    // Changes that only the log contains.
    const paidBefore = await order(customer, product)
    await pay(customer, paidBefore)
    const open = await order(customer, product)
    const text = `Kept ${randomUUID()}`
    expect((await customer.call('POST', '/review', { rating: 5, text })).status).toBe(201)
    const [before] = await ask<{ at: string }>(original, name, 'select clock_timestamp()::text as at')

    // The mistake. Customers continue.
    await ask(original, name, 'delete from reviews')
    const after = await order(customer, product)
    await pay(customer, after)
    const openCharge = await pay(customer, open)
    expect(await finishRecovery(databaseNamed(original.url, name))).toMatchObject({
      code: 1,
      output: expect.stringContaining('A store is running on this database'),
    })
    await store.close()

    const [last] = await ask<{ file: string }>(
      original,
      name,
      'select pg_walfile_name(pg_switch_wal()) as file',
    )
    await expect.poll(() => readdirSync(archive)).toContain(last?.file)
    const recovered = await recoverTo(bin, base, { archive, time: before?.at ?? '' })
    servers.push(recovered)
    const url = databaseNamed(recovered.url, name)
    expect(await finishRecovery(url)).toMatchObject({
      code: 0,
      output: expect.stringContaining('compares its payments with the card provider’s'),
    })

    provider.refuse('GET /v1/payment_intents', 'GET /v1/events')
    const again = await openOn(recovered, name)
    try {
      const signedInBefore = caller(again, customer.token)
      expect((await signedInBefore('GET', `/order/${customer.email}`)).status, 'all sign in again').toBe(401)
      const person = await signInAs(again, customer)
      const orders = (await person.call('GET', `/order/${customer.email}`)).body
      const ids = orders.map(({ _id: id }: { _id: string }) => id)
      expect(ids.toSorted()).toEqual([inBackup, paidBefore, open].toSorted())
      const reviews: { text: string }[] = (await caller(again)('GET', '/reviews')).body
      expect(reviews.map((review) => review.text)).toContain(text)
      // It was charged after the time of the recovery: until that is known, it must not be charged again.
      const offered = await person.call('POST', '/create-payment-intent', { orderId: open, totalPrice: 25.5 })
      expect(offered).toMatchObject({ status: 503, body: { code: 'provider_unavailable' } })

      provider.refuse()
      const comparedFrom = async () => (await readProviderAccount(again.db)).compare_from
      await expect.poll(comparedFrom, { timeout: 120_000 }).toBeNull()
      expect(await orderRow(again, open)).toMatchObject({ transaction_id: openCharge, hold: 'sold' })
      expect([await netOf(paidBefore), await netOf(open), await netOf(after)]).toEqual([2550, 2550, 0])
      await pay(person, inBackup)
      expect(await netOf(inBackup), 'the store goes on selling').toBe(2550)
      const findings = await verifyStore(readConfig({ ...provider.env }), url)
      expect(findings.filter(({ breaches }) => breaches.length > 0)).toEqual([])
    } finally {
      await again.close()
    }
  },
)
