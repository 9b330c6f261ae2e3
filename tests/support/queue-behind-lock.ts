import { type RawBuilder, sql } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '#db/connection.ts'

/**
 * Starts `work` while another transaction holds the locks of `statement`, and releases them once `count`
 * statements wait for a lock: code that read before its lock continues with the data that it read.
 */
export async function queueBehindLock<T>(
  db: Database,
  statement: RawBuilder<unknown>,
  count: number,
  work: () => Promise<T>,
): Promise<T> {
  const { working } = await db.transaction().execute(async (trx) => {
    await statement.execute(trx)
    const working = work()
    await expect.poll(() => countWaiting(db), { interval: 5 }).toBe(count)
    return { working }
  })
  return working
}

/** How many statements wait for a lock. */
export async function countWaiting(db: Database): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length
}
