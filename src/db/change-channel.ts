import { sql } from 'kysely'
import type { Database } from './connection.ts'

/**
 * The channel on which the processes of a store, and triggers of the database, publish changes. Migrations
 * use its name, too.
 */
export const CHANGE_CHANNEL = 'driveline'

/** The changes that triggers of the database publish by themselves. */
export const NOTIFIED_TAGS = ['products', 'reviews', 'tokens', 'vehicles'] as const

/**
 * Makes every running store invalidate its cached responses once the transaction is committed, as triggers
 * do.
 */
export async function notifyChange(trx: Database, tag: (typeof NOTIFIED_TAGS)[number]): Promise<void> {
  await sql`select pg_notify(${CHANGE_CHANNEL}, ${tag})`.execute(trx)
}
