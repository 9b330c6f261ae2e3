import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, globSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
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

/** Starts a throw-away cluster of that PostgreSQL on a free port. */
export async function startOtherPostgres(bin: string): Promise<StartedServer> {
  const dir = mkdtempSync(path.join(tmpdir(), 'driveline-other-postgres-'))
  const { uid, gid } = WITHOUT_ROOT
  if (uid !== undefined && gid !== undefined) chownSync(dir, uid, gid)
  const env = { PATH: '/usr/bin:/bin' }
  const made = spawnSync(
    path.join(bin, 'initdb'),
    ['-D', dir, '--username=driveline', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'],
    { ...WITHOUT_ROOT, cwd: dir, env, encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(`initdb: ${made.error?.message ?? made.stderr}`)
  const port = await freePort()
  const settings = { port, listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off' }
  return startServer(
    path.join(bin, 'postgres'),
    ['-D', dir, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { dir, url: `postgres://driveline@127.0.0.1:${port}/postgres`, endsBy: 'SIGINT', env },
  )
}
