/**
 * A position in the write-ahead log (LSN), and the timeline that it is on: each promotion of a standby begins
 * a new one.
 */
export type WalPosition = { lsn: bigint; timeline: number }

/**
 * Identifies a database on the primary and its replicas: the cluster's identifier, and the database's in it.
 */
export type DatabaseIdentity = { cluster: string; database: string }

/** `16/B374D848` as a number of bytes. */
export function parseLsn(text: string): bigint {
  const [high = '', low = ''] = text.split('/')
  return BigInt(`0x${high}`) * 2n ** 32n + BigInt(`0x${low}`)
}

/** Whether an applied position includes everything before another position. */
export function includes(applied: WalPosition, position: WalPosition): boolean {
  return applied.timeline === position.timeline && applied.lsn >= position.lsn
}

/** Columns that identify a database, on the primary and on its replicas. */
const IDENTITY = `
  (select system_identifier::text from pg_control_system()) as cluster,
  (select oid::text from pg_database where datname = current_database()) as database`

/**
 * On the primary: the position after everything that was committed before the statement. Commits that wait
 * for the disk are flushed by then; others are in the log, though not yet flushed. A standby responds with an
 * error.
 */
export const PRIMARY_POSITION = `
  select position::text as lsn, ('x' || left(pg_walfile_name(position), 8))::bit(32)::int as timeline, ${IDENTITY}
  from (select case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
               else pg_current_wal_flush_lsn() end as position) now`

/**
 * On a replica: the position it has applied. The timeline is that of its latest restart point, which lags for
 * some minutes after a promotion; until then the primary serves reads.
 */
export const REPLICA_POSITION = `
  select pg_is_in_recovery() as "isStandby", pg_last_wal_replay_lsn()::text as lsn,
         (select timeline_id from pg_control_checkpoint()) as timeline, ${IDENTITY}`

export type PrimaryRow = { lsn: string; timeline: number } & DatabaseIdentity
export type ReplicaRow = { isStandby: boolean; lsn: string | null; timeline: number } & DatabaseIdentity
