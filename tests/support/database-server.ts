import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '#db/embedded/start-embedded-postgres.ts'
import { openJobQueue } from '#db/job-queue.ts'
import { migrate } from '#db/migrate.ts'
import { queuesOf } from '#server/queues.ts'
import { findOtherPostgres, startOtherPostgres } from './other-postgresql.ts'
import type { StartedServer } from './started-server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    databaseUrl: string
  }
}

/** Tests call the periodic jobs directly. */
export const TEST_SWEEP_SECONDS = 3600

/** The database from which each test's own is copied. */
export const TEMPLATE = 'driveline_template'

/**
 * Starts one throw-away PostgreSQL for all test files, with a migrated template database that has the queues
 * of jobs: the one that comes with the store, with TEST_POSTGRESQL=installed the oldest one that Debian's
 * packages installed here, or with a folder the programs in that.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const wanted = process.env['TEST_POSTGRESQL']
  const server = wanted ? await startOther(wanted) : await startEmbedded()
  const admin = new pg.Client({ connectionString: server.url })
  await admin.connect()
  if (wanted) console.log((await admin.query<{ version: string }>('select version()')).rows[0]?.version)
  await admin.query(`create database ${TEMPLATE}`)
  await admin.end()
  const pool = new pg.Pool({ connectionString: databaseNamed(server.url, TEMPLATE), max: 1 })
  await migrate(pool)
  await pool.end()
  const url = databaseNamed(server.url, TEMPLATE)
  const queues = queuesOf({ SWEEP_SECONDS: TEST_SWEEP_SECONDS })
  const jobs = await openJobQueue({ url, queues, warn: () => undefined })
  await jobs.stop()
  project.provide('databaseUrl', server.url)
  return () => server.stop()
}

async function startEmbedded(): Promise<StartedServer> {
  const dataDir = await mkdtemp(path.join(await databaseFolder(), 'driveline-tests-'))
  const server = await startEmbeddedPostgres({ dataDir, durable: false, log: () => undefined })
  const watchdog = endWithUs(server.pid, dataDir)
  return {
    url: server.url,
    async stop() {
      await server.stop()
      watchdog.kill()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function startOther(wanted: string): Promise<StartedServer> {
  const bin = wanted === 'installed' ? findOtherPostgres() : wanted
  if (!bin) throw new Error('No PostgreSQL of Debian’s packages is on this machine: install postgresql.')
  return startOtherPostgres(bin, { max_connections: '200', max_wal_size: '4GB' })
}

/** Linux's in-memory file system. */
const MEMORY_FOLDER = '/dev/shm'
/** The free space that it must have, in bytes: several times the data of the largest tests. */
const MIN_FREE_BYTES = 8 * 2 ** 30

/**
 * A folder in memory if there is plenty: copying the template takes 20 ms there, and up to 400 ms on a busy
 * disk.
 */
async function databaseFolder(): Promise<string> {
  const memory = await statfs(MEMORY_FOLDER).catch(() => null)
  return memory && memory.bavail * memory.bsize >= MIN_FREE_BYTES ? MEMORY_FOLDER : tmpdir()
}

/** The server outlives an aborted test run; a watchdog shell on a pipe detects our end and stops it. */
function endWithUs(pid: number, dataDir: string): ChildProcess {
  const script =
    'cat > /dev/null; kill -INT "$0"; while kill -0 "$0" 2> /dev/null; do sleep 0.1; done; rm -rf "$1"'
  const shell = spawn('/bin/sh', ['-c', script, String(pid), dataDir], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  shell.unref()
  return shell
}

/** The URL of another database on the same server. */
export function databaseNamed(url: string, name: string): string {
  const other = new URL(url)
  other.pathname = `/${name}`
  return other.href
}
