import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from './connection.ts'

/**
 * How long a lease is valid unless renewed, in ms: how long others wait after a process dies during its work.
 */
const LEASE_MS = 30_000

/**
 * The work stopped because another process may hold its lease by now: the database was unavailable, or this
 * process was paused.
 */
export class LeaseLostError extends Error {
  override name = 'LeaseLostError'
}

/**
 * Called by the holder between steps.
 * @throws LeaseLostError once the lease may belong to another process.
 */
export type AssertHeld = () => void

/**
 * Runs work of one process at a time under a lease: a row that expires by the database's clock, is renewed
 * during the work and deleted afterwards. Unlike an advisory lock, a lease works behind a pooler in
 * transaction mode without an open transaction. A process that was paused for longer than the lease continues
 * until its next `assertHeld`: steps must be idempotent.
 * @param name the name of the work; each has one lease.
 * @returns what the work returns, or null when another process holds the lease.
 */
export async function underLease<Result>(
  db: Database,
  name: string,
  work: (assertHeld: AssertHeld) => Promise<Result>,
  leaseMs = LEASE_MS,
): Promise<Result | null> {
  const holder = randomUUID()
  let heldUntil = performance.now() + leaseMs
  if (!(await acquireLease(db, name, holder, leaseMs))) return null
  const timer = setInterval(() => {
    const until = performance.now() + leaseMs
    // The next interval retries; `assertHeld` detects that it has failed for too long.
    renewLease(db, name, holder, leaseMs).then(
      (renewed) => (heldUntil = renewed ? until : 0),
      () => undefined,
    )
  }, leaseMs / 3)
  try {
    return await work(() => {
      if (performance.now() >= heldUntil) throw new LeaseLostError(`The lease of "${name}" was lost`)
    })
  } finally {
    clearInterval(timer)
    // If this fails, the lease expires.
    await db
      .deleteFrom('leases')
      .where('name', '=', name)
      .where('holder', '=', holder)
      .execute()
      .catch(() => undefined)
  }
}

async function acquireLease(db: Database, name: string, holder: string, leaseMs: number): Promise<boolean> {
  const acquired = await sql`
    insert into leases (name, holder, expires_at) values (${name}, ${holder}, ${expiry(leaseMs)})
    on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at
    where leases.expires_at < clock_timestamp()`.execute(db)
  return acquired.numAffectedRows === 1n
}

async function renewLease(db: Database, name: string, holder: string, leaseMs: number): Promise<boolean> {
  const renewed = await sql`
    update leases set expires_at = ${expiry(leaseMs)} where name = ${name} and holder = ${holder}`.execute(db)
  return renewed.numAffectedRows === 1n
}

const expiry = (leaseMs: number) => sql`clock_timestamp() + ${leaseMs} * interval '1 millisecond'`
