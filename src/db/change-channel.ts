import { sql } from 'kysely'
import type { Database } from './connection.ts'

/** Where the processes of a store, and triggers of the database, say what has changed. Migrations name it too. */
export const CHANGE_CHANNEL = 'driveline'

/** What the database itself says has changed, without a process that sends it. */
export const NOTIFIED_TAGS = ['products', 'reviews', 'tokens', 'vehicles'] as const

/** Makes every running store invalidate its cached responses once the transaction is committed, as triggers do. */
export async function notifyChange(trx: Database, tag: (typeof NOTIFIED_TAGS)[number]): Promise<void> {
  await sql`select pg_notify(${CHANGE_CHANNEL}, ${tag})`.execute(trx)
}
