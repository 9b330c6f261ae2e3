import { sql } from 'kysely'
import type { Database } from '../connection.ts'

/** Microseconds since 1970 by the primary's clock; a double holds them exactly. */
const BEAT_AT = '(extract(epoch from beat_at) * 1000000)::float8 as beat'

/** The newest heartbeat that a server shows. */
export const READ_HEARTBEAT = `select ${BEAT_AT} from heartbeat`

/**
 * Writes heartbeats to the primary, so that the age of what a replica shows is known: everything that was
 * committed before a heartbeat began is on each server that shows it. Only this process's clock measures the
 * age; the primary's only has to go on, and is kept from going back.
 * @param intervalMs a new one is written when the latest is older than this, and `keepUp` is called.
 * @param maxAgeMs how long heartbeats are remembered.
 */
export function createHeartbeat(primary: Database, intervalMs: number, maxAgeMs: number) {
  /** Newest last. `begunAt`: performance.now(). */
  let beats: { beat: number; begunAt: number }[] = []
  let writing: Promise<void> | null = null

  async function write(): Promise<void> {
    const begunAt = performance.now()
    const { rows } = await sql<{ beat: number }>`
      insert into heartbeat (beat_at) values (clock_timestamp()) on conflict (is_only) do update
        set beat_at = greatest(clock_timestamp(), heartbeat.beat_at + interval '1 microsecond')
      returning ${sql.raw(BEAT_AT)}`.execute(primary)
    beats = beats.filter((known) => begunAt - known.begunAt < maxAgeMs)
    if (rows[0]) beats.push({ beat: rows[0].beat, begunAt })
  }

  return {
    write,
    /** Starts a new heartbeat if it is time. A failed one is left out: the replica seems older then. */
    keepUp(): void {
      const latest = beats.at(-1)
      if (latest && performance.now() - latest.begunAt < intervalMs) return
      writing ??= write()
        .catch(() => undefined)
        .finally(() => (writing = null))
    },
    /** The time (performance.now()) up to which a server that shows this heartbeat shows everything. */
    upTo: (beat: number): number => beats.findLast((known) => known.beat <= beat)?.begunAt ?? -Infinity,
  }
}
