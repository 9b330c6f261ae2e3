import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, inject } from 'vitest'
import { connect, type Database } from '#db/connection.ts'
import { databaseNamed, TEMPLATE } from './database-server.ts'

/** A fresh, migrated database of its own. */
export type TestDatabase = { url: string; pool: pg.Pool; db: Database; drop(): Promise<void> }

/** Copies the template: a few tens of milliseconds. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject('databaseUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await onServer(server, async (admin) => {
    // Concurrent copies of one template conflict.
    await admin.query(`select pg_advisory_lock(hashtext('${TEMPLATE}'))`)
    // Copied as files: also writing each page to the log takes twice as long.
    await admin.query(`create database ${name} template ${TEMPLATE} strategy file_copy`)
  })
  const url = databaseNamed(server, name)
  const connection = connect(url, { max: 20, onError: () => undefined })
  return {
    url,
    pool: connection.pool,
    db: connection.db,
    async drop() {
      await connection.close()
      await expectNoDeadlocks(server, name)
      // Not `with (force)`: the pool's sockets may close just after end() resolves. The server is temporary
      // anyway.
      await onServer(server, (admin) => admin.query(`drop database if exists ${name}`)).catch(() => undefined)
    },
  }
}

/** Two transactions that lock rows in different orders fail one of their requests: a fault of the store. */
async function expectNoDeadlocks(server: string, name: string): Promise<void> {
  await onServer(server, async (admin) => {
    const counted = await admin.query<{ deadlocks: number }>(
      'select deadlocks::int from pg_stat_database where datname = $1',
      [name],
    )
    expect(counted.rows, 'deadlocks in the database of this test').toEqual([{ deadlocks: 0 }])
  })
}

async function onServer(url: string, work: (admin: pg.Client) => Promise<unknown>): Promise<void> {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  try {
    await work(admin)
  } finally {
    await admin.end()
  }
}
