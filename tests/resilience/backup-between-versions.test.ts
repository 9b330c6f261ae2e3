import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { readConfig } from '#config/env.ts'
import { connect, type Connection } from '#db/connection.ts'
import { backUp } from '../../src/ops/backup.ts'
import { restore } from '../../src/ops/restore.ts'
import { verifyStore } from '../../src/ops/verify.ts'
import { databaseNamed } from '../support/database-server.ts'
import { order, orderPaid, stockProduct } from '../support/orders.ts'
import { findOtherPostgres, startOtherPostgres, versionOf } from '../support/other-postgresql.ts'
import type { StartedServer } from '../support/started-server.ts'
import { openSecondStore, type TestStore } from '../support/test-store.ts'
import { signIn, signInAs } from '../support/users.ts'

const bin = findOtherPostgres()
// Installed on build machines (.ci/run).
const isLeftOut = bin === undefined && process.env['CI'] === undefined
const older = bin === undefined ? 'an older PostgreSQL' : `PostgreSQL ${versionOf(bin)}`

let dir: string
let server: StartedServer | undefined
const connections: Connection[] = []

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'driveline-versions-'))
  if (!isLeftOut) server = await startOtherPostgres(bin ?? '')
})
afterAll(async () => {
  for (const connection of connections) await connection.close()
  await server?.stop()
  await rm(dir, { recursive: true })
})

async function newDatabase(serverUrl: string): Promise<string> {
  const name = `between_${randomUUID().replaceAll('-', '')}`
  const admin = new pg.Client({ connectionString: serverUrl })
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  return databaseNamed(serverUrl, name)
}

async function openOn(databaseUrl: string): Promise<TestStore> {
  const connection = connect(databaseUrl, { onError: () => undefined })
  connections.push(connection)
  return openSecondStore({ databaseUrl, db: connection.db })
}

test.skipIf(isLeftOut).for([
  { from: 'the PostgreSQL of the store', to: older, up: false },
  { from: older, to: 'the PostgreSQL of the store', up: true },
])('a backup taken on $from is restored on $to, and the store goes on there', async ({ up }) => {
  const own = inject('databaseUrl')
  const other = server?.url ?? ''
  const [fromUrl, toUrl] = up ? [other, own] : [own, other]
  const store = await openOn(await newDatabase(fromUrl))
  const customer = await signIn(store)
  const product = await stockProduct(store, { name: 'Über-Filter\t"\\N"', available: 10 })
  const paid = await orderPaid(store, customer, product, 2)
  const unpaid = await order(customer, product, 3)
  const backup = path.join(dir, randomUUID())
  await backUp({ databaseUrl: store.databaseUrl, dataDir: store.dataDir, authSecret: undefined }, backup)
  await store.close()

  const databaseUrl = await newDatabase(toUrl)
  await restore({ databaseUrl, dataDir: path.join(dir, randomUUID()), authSecret: undefined }, backup)
  const restored = await openOn(databaseUrl)
  try {
    const again = await signInAs(restored, customer)
    const orders = (await again.call('GET', `/order/${customer.email}`)).body
    const shown = orders.map((one: { _id: string; paid: boolean }) => [one._id, one.paid])
    expect(shown).toEqual([
      [unpaid, false],
      [paid, true],
    ])
    const { body } = await again.call('GET', `/product/${product}`)
    expect(body).toMatchObject({ name: 'Über-Filter\t"\\N"', available: 5 })
    await order(again, product, 5)
    const findings = await verifyStore(readConfig({}), databaseUrl)
    expect(findings.filter(({ breaches }) => breaches.length > 0)).toEqual([])
  } finally {
    await restored.close()
  }
})
