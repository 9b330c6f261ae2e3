import type { Socket } from 'node:net'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { connect } from './connection.ts'
import { databaseFailure } from './database-failure.ts'

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

/** A row of two values of which the first is said to be longer than all. */
const GARBLED = Buffer.from('440000000e00027777726400000000', 'hex')

test('a connection that brings what is no message is lost, and the next one is used', async () => {
  const connection = connect(store.databaseUrl, { max: 1 })
  try {
    const client = await connection.pool.connect()
    const waiting = client.query('select pg_sleep(60)')
    const { stream } = (client as pg.PoolClient & { connection: { stream: Socket } }).connection
    stream.emit('data', GARBLED)
    const error: unknown = await waiting.catch((problem: unknown) => problem)
    client.release(true)
    expect(databaseFailure(error)).toBe('lost')
    expect((await sql<{ one: number }>`select 1 as one`.execute(connection.db)).rows).toEqual([{ one: 1 }])
  } finally {
    await connection.close()
  }
})
