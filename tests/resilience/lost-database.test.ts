import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '#db/connection.ts'
import { type DatabaseProxy, openDatabaseProxy } from '../support/database-proxy.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'
import { openSecondStore } from '../support/test-store.ts'

let database: TestDatabase
let door: DatabaseProxy
let url: string

beforeAll(async () => {
  database = await createTestDatabase()
  door = await openDatabaseProxy()
  door.leadTo(Number(new URL(database.url).port))
  const address = new URL(database.url)
  address.port = String(door.port)
  url = address.href
})
afterAll(async () => {
  await door.close()
  await database.drop()
})

test('a connection that is lost between two queries of a transaction fails the transaction, not the store', async () => {
  const connection = connect(url)
  const work = connection.db.transaction().execute(async (trx) => {
    await sql`select 1`.execute(trx)
    door.cut()
    // Nothing is sent, so no query is pending while the connection breaks.
    await delay(50)
    await sql`select 2`.execute(trx)
  })
  await expect(work).rejects.toThrow(/not queryable|Connection terminated/)
  expect((await sql<{ n: number }>`select 3 as n`.execute(connection.db)).rows).toEqual([{ n: 3 }])
  await connection.close()
})

test('a store that loses its listener listens again on one connection', async () => {
  const store = await openSecondStore({ databaseUrl: url, db: database.db }, { LOG_LEVEL: 'silent' })
  const listeners = async () =>
    (
      await sql`select 1 from pg_stat_activity
        where application_name = 'driveline-changes' and datname = current_database()`.execute(database.db)
    ).rows.length
  expect(await listeners()).toBe(1)
  door.leadTo(null)
  door.cut()
  // Several retries fail, one every half second, and must not multiply.
  await delay(2_200)
  expect(await listeners()).toBe(0)
  door.leadTo(Number(new URL(database.url).port))
  await expect.poll(listeners, { timeout: 5_000 }).toBeGreaterThan(0)
  await delay(700)
  expect(await listeners()).toBe(1)
  await store.close()
})
