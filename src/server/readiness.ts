import { CompiledQuery, sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import { databaseFailure } from '#db/database-failure.ts'
import { countMigrations, isMigrated } from '#db/migrate.ts'

/** Lifecycle phase of the process. */
export type Phase = 'starting' | 'ready' | 'draining'

/** Whether the process should get requests, and one word for each check that decides or explains it. */
export type Readiness = {
  state: 'ready' | 'starting' | 'draining' | 'database_unavailable' | 'database_not_migrated'
  checks: ReadinessChecks
}

/**
 * Results of the checks. The database is `unchecked` while the process starts or drains, since it does not
 * matter then. `listener` does not affect readiness: without it, changes of other processes show later.
 */
type ReadinessChecks = {
  process: 'ok' | 'starting' | 'draining'
  database: 'ok' | 'unreachable' | 'read_only' | 'unchecked'
  migrations: 'ok' | 'missing' | 'unchecked'
  listener: 'ok' | 'lost'
}

const MIGRATIONS = countMigrations()

/**
 * Checks whether the process should get requests. Starting and draining processes respond immediately,
 * without querying the database.
 * @param listening whether changes of other processes arrive.
 */
export async function checkReadiness(phase: Phase, db: Database, listening: boolean): Promise<Readiness> {
  const listener = listening ? 'ok' : 'lost'
  if (phase !== 'ready')
    return {
      state: phase,
      checks: { process: phase, database: 'unchecked', migrations: 'unchecked', listener },
    }
  const ofDatabase = await checkDatabase(db)
  const state =
    ofDatabase.database !== 'ok'
      ? 'database_unavailable'
      : ofDatabase.migrations === 'ok'
        ? 'ready'
        : 'database_not_migrated'
  return { state, checks: { process: 'ok', ...ofDatabase, listener } }
}

/** Whether the database is up, writable (a standby is not), and migrated to this version. */
async function checkDatabase(db: Database): Promise<Pick<ReadinessChecks, 'database' | 'migrations'>> {
  try {
    // A server error, so that a connection to a standby is discarded.
    await sql`
      do $$ begin
        if current_setting('transaction_read_only') = 'on' then
          raise exception 'the database is read-only' using errcode = 'read_only_sql_transaction';
        end if;
      end $$`.execute(db)
    const queries = { query: <Row>(text: string) => db.executeQuery<Row>(CompiledQuery.raw(text)) }
    return { database: 'ok', migrations: (await isMigrated(queries, MIGRATIONS)) ? 'ok' : 'missing' }
  } catch (error) {
    const database = databaseFailure(error) === 'read_only' ? 'read_only' : 'unreachable'
    return { database, migrations: 'unchecked' }
  }
}
