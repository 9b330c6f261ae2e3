import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from './connection.ts'

/** How long a lease is good for unless it is renewed, in ms: what others wait for when a process ends in the middle of its work. */
const LEASE_MS = 30_000

/** What the holder of a lease asks between the steps of its work. @throws Error once the lease may belong to somebody else. */
export type StillHeld = () => void

/**
 * Does work that one process at a time may do, under a lease: a row with a time limit, by the database's clock, that is renewed during the
 * work and deleted afterwards. Unlike a session's advisory lock it holds behind a pooler in transaction mode, and unlike a transaction's
 * it keeps no transaction open.
 * A process that stood still for longer than the lease goes on until its next `stillHeld`: steps must bear being done twice.
 * @param name of the work; one lease for each.
 * @returns what the work returns, or null when another process holds the lease.
 */
export async function underLease<Result>(
  db: Database,
  name: string,
  work: (stillHeld: StillHeld) => Promise<Result>,
  leaseMs = LEASE_MS,
): Promise<Result | null> {
  const holder = randomUUID()
  let heldUntil = performance.now() + leaseMs
  if (!(await acquireLease(db, name, holder, leaseMs))) return null
  const timer = setInterval(() => {
    const until = performance.now() + leaseMs
    // What fails is tried again at the next turn; `stillHeld` sees when it has failed for too long.
    renewLease(db, name, holder, leaseMs).then(
      (renewed) => (heldUntil = renewed ? until : 0),
      () => undefined,
    )
  }, leaseMs / 3)
  try {
    return await work(() => {
      if (performance.now() >= heldUntil) throw new Error(`The lease of "${name}" was lost`)
    })
  } finally {
    clearInterval(timer)
    // Where this fails, the lease expires.
    await db
      .deleteFrom('leases')
      .where('name', '=', name)
      .where('holder', '=', holder)
      .execute()
      .catch(() => undefined)
  }
}

const expiry = (leaseMs: number) => sql<Date>`clock_timestamp() + ${leaseMs} * interval '1 millisecond'`

async function acquireLease(db: Database, name: string, holder: string, leaseMs: number): Promise<boolean> {
  const acquired = await db
    .insertInto('leases')
    .values({ name, holder, expires_at: expiry(leaseMs) })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet((row) => ({
          holder: row.ref('excluded.holder'),
          expires_at: row.ref('excluded.expires_at'),
        }))
        .where('leases.expires_at', '<', sql<Date>`clock_timestamp()`),
    )
    .returning('holder')
    .executeTakeFirst()
  return acquired !== undefined
}

async function renewLease(db: Database, name: string, holder: string, leaseMs: number): Promise<boolean> {
  const renewed = await db
    .updateTable('leases')
    .set({ expires_at: expiry(leaseMs) })
    .where('name', '=', name)
    .where('holder', '=', holder)
    .returning('holder')
    .executeTakeFirst()
  return renewed !== undefined
}
