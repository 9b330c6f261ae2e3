import { once } from 'node:events'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '#db/connection.ts'
import { type DatabaseProxy, startDatabaseProxy } from '../support/database-proxy.ts'
import { receivesChanges } from '../support/store-process.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'
import { openSecondStore } from '../support/test-store.ts'

let database: TestDatabase
let proxy: DatabaseProxy

beforeAll(async () => {
  database = await createTestDatabase()
  proxy = await startDatabaseProxy(database.url)
})
afterAll(async () => {
  await proxy.close()
  await database.drop()
})

test('a connection lost between two queries of a transaction fails the transaction, not the store', async () => {
  const connection = connect(proxy.url)
  const connected = once(connection.pool, 'connect') as Promise<[pg.PoolClient]>
  const work = connection.db.transaction().execute(async (trx) => {
    await sql`select 1`.execute(trx)
    const [client] = await connected
    const connectionEnd = once(client, 'end')
    proxy.cut({ reset: true })
    // Idle, so that no query is pending while the connection breaks.
    await connectionEnd
    await sql`select 2`.execute(trx)
  })
  await expect(work).rejects.toThrow(/not queryable|Connection terminated/)
  expect((await sql<{ n: number }>`select 3 as n`.execute(connection.db)).rows).toEqual([{ n: 3 }])
  await connection.close()
})

test('a store that loses its listener listens again on one connection', async () => {
  const store = await openSecondStore({ databaseUrl: proxy.url, db: database.db }, { LOG_LEVEL: 'silent' })
  const listeners = async () =>
    (
      await sql`select 1 from pg_stat_activity
        where application_name = 'driveline-changes' and datname = current_database()`.execute(database.db)
    ).rows.length
  expect(await listeners()).toBe(1)
  proxy.cut({ reset: true, refuse: true })
  // Several retries fail, and must not multiply.
  await proxy.refusals(4)
  await expect.poll(listeners).toBe(0)
  proxy.switchTo(database.url)
  await expect.poll(() => receivesChanges(store)).toBe(true)
  expect(await listeners()).toBe(1)
  await store.close()
})
