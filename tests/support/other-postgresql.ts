import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, globSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '#db/embedded/free-port.ts'
import { type StartedServer, startServer, WITHOUT_ROOT } from './started-server.ts'

/** The folder of the oldest PostgreSQL that Debian's packages installed on this machine, if there is one. */
export function findOtherPostgres(): string | undefined {
  return globSync('/usr/lib/postgresql/*/bin')
    .filter((bin) => existsSync(path.join(bin, 'initdb')))
    .toSorted((a, b) => versionOf(a) - versionOf(b))[0]
}

/** Its major version. */
export function versionOf(bin: string): number {
  return Number(path.basename(path.dirname(bin)))
}

/** A new folder that belongs to the user that PostgreSQL runs as. */
export function makePostgresFolder(): string {
  const dir = mkdtempSync(path.join(tmpdir(), 'driveline-other-postgres-'))
  const { uid, gid } = WITHOUT_ROOT
  if (uid !== undefined && gid !== undefined) chownSync(dir, uid, gid)
  return dir
}

/**
 * Starts a throw-away cluster of that PostgreSQL on a free port.
 * @param settings of the server, besides those of all tests.
 */
export async function startOtherPostgres(
  bin: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<StartedServer> {
  const dir = makePostgresFolder()
  runProgram(bin, dir, 'initdb', [
    '--pgdata=.',
    '--username=driveline',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
  ])
  return startIn(bin, dir, settings)
}

/** Copies the files of a running cluster into a new folder, as the base of a recovery. */
export function takeBaseBackup(bin: string, url: string): string {
  const dir = makePostgresFolder()
  runProgram(bin, dir, 'pg_basebackup', [`--dbname=${url}`, '--pgdata=.', '--checkpoint=fast', '--no-sync'])
  return dir
}

/**
 * Starts a cluster on a base backup and the archived log, recovered to a point in time, and waits until it
 * accepts writes.
 * @param time the point in time, as PostgreSQL prints it.
 */
export async function recoverTo(
  bin: string,
  base: string,
  { archive, time }: { archive: string; time: string },
): Promise<StartedServer> {
  writeFileSync(path.join(base, 'recovery.signal'), '')
  const server = await startIn(bin, base, {
    restore_command: `cp ${archive}/%f %p`,
    recovery_target_time: time,
    recovery_target_action: 'promote',
  })
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  const isOver = async () =>
    (await client.query<{ over: boolean }>('select not pg_is_in_recovery() as over')).rows[0]?.over
  while (!(await isOver())) await delay(50)
  await client.end()
  return server
}

async function startIn(
  bin: string,
  dir: string,
  given: Readonly<Record<string, string>>,
): Promise<StartedServer> {
  const port = await freePort()
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: 'off',
    ...given,
  }
  return startServer(
    path.join(bin, 'postgres'),
    ['-D', dir, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { dir, url: `postgres://driveline@127.0.0.1:${port}/postgres`, endsBy: 'SIGINT', env: ENV },
  )
}

const ENV = { PATH: '/usr/bin:/bin' }

function runProgram(bin: string, dir: string, program: string, args: readonly string[]): void {
  const ran = spawnSync(path.join(bin, program), args, {
    ...WITHOUT_ROOT,
    cwd: dir,
    env: ENV,
    encoding: 'utf8',
  })
  if (ran.status !== 0) throw new Error(`${program}: ${ran.error?.message ?? ran.stderr}`)
}
