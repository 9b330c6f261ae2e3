import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '#db/embedded/start-embedded-postgres.ts'
import { migrate } from '#db/migrate.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    databaseUrl: string
  }
}

/** The database that each test's own is copied from. */
export const TEMPLATE = 'driveline_template'

/** Starts one throw-away PostgreSQL for all test files, with a migrated template database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'driveline-tests-'))
  const server = await startEmbeddedPostgres({ dataDir, durable: false, log: () => undefined })
  const admin = new pg.Client({ connectionString: server.url })
  await admin.connect()
  await admin.query(`create database ${TEMPLATE}`)
  await admin.end()
  const pool = new pg.Pool({ connectionString: databaseNamed(server.url, TEMPLATE), max: 1 })
  await migrate(pool)
  await pool.end()
  project.provide('databaseUrl', server.url)
  return async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** The address of another database on the same server. */
export function databaseNamed(url: string, name: string): string {
  const other = new URL(url)
  other.pathname = `/${name}`
  return other.href
}
