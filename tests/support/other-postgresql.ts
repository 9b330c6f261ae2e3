import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, globSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '#db/embedded/free-port.ts'

/** A PostgreSQL of another version than the embedded one. */
export type OtherPostgres = { url: string; stop(): Promise<void> }

/** It starts in about a second; ms. */
const START_MS = 60_000

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

/** Starts a throw-away cluster of it on a free port. */
export async function startOtherPostgres(bin: string): Promise<OtherPostgres> {
  const dir = mkdtempSync(path.join(tmpdir(), 'driveline-other-postgres-'))
  // PostgreSQL refuses root. 65534 is nobody, whom every Linux has.
  const rights = process.geteuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
  if (rights.uid !== undefined) chownSync(dir, rights.uid, rights.gid)
  const how = { ...rights, cwd: dir, env: { PATH: '/usr/bin:/bin' } }
  const made = spawnSync(
    path.join(bin, 'initdb'),
    ['-D', dir, '--username=driveline', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'],
    { ...how, encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(`initdb: ${made.error?.message ?? made.stderr}`)
  const port = await freePort()
  const settings = { port, listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off' }
  const server = spawn(
    path.join(bin, 'postgres'),
    ['-D', dir, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...how, stdio: 'ignore' },
  )
  const ended = once(server, 'exit')
  // A test run that is cut off must not leave its server behind.
  const endWithUs = () => server.kill('SIGQUIT')
  process.once('exit', endWithUs)
  const url = `postgres://driveline@127.0.0.1:${port}/postgres`
  const stop = async () => {
    server.kill('SIGINT')
    await ended
    process.off('exit', endWithUs)
    await rm(dir, { recursive: true, force: true })
  }
  const deadline = Date.now() + START_MS
  while (!(await answers(url))) {
    if (server.exitCode !== null || Date.now() > deadline) {
      await stop()
      throw new Error(`PostgreSQL of ${bin} did not start.`)
    }
    await delay(50)
  }
  return { url, stop }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
