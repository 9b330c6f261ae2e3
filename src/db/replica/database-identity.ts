/**
 * Identifies a database on the primary and its replicas: the cluster's identifier, and the database's in it.
 */
export type DatabaseIdentity = { cluster: string; database: string }

/** Selects the DatabaseIdentity, and whether the server is a standby. */
export const IDENTITY = `
  select (select system_identifier::text from pg_control_system()) as cluster,
         (select oid::text from pg_database where datname = current_database()) as database,
         pg_is_in_recovery() as "isStandby"`

/** Whether two servers have the same database. */
export function isSameDatabase(one: DatabaseIdentity, other: DatabaseIdentity): boolean {
  return one.cluster === other.cluster && one.database === other.database
}
