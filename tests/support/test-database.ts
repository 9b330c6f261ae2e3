import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
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
      // Not `with (force)`: the pool's sockets may close just after end() resolves. The server is temporary
      // anyway.
      await onServer(server, (admin) => admin.query(`drop database if exists ${name}`)).catch(() => undefined)
    },
  }
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
