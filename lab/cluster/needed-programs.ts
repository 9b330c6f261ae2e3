import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import path from 'node:path'

/** Debian's packages and the programs in each. */
const PROGRAMS: Record<string, () => boolean> = {
  postgresql: () => findPostgres() !== undefined,
  patroni: () => existsSync('/usr/bin/patroni'),
  'etcd-server': () => existsSync('/usr/bin/etcd'),
  haproxy: () => existsSync('/usr/sbin/haproxy'),
  'nginx-light': () => existsSync('/usr/sbin/nginx'),
  pgbouncer: () => existsSync('/usr/sbin/pgbouncer'),
}

/** The folder with the programs of the newest PostgreSQL from Debian's packages. */
export function findPostgres(): string | undefined {
  const versionOf = (bin: string) => Number(path.basename(path.dirname(bin)))
  return globSync('/usr/lib/postgresql/*/bin')
    .filter((bin) => existsSync(path.join(bin, 'initdb')))
    .toSorted((a, b) => versionOf(b) - versionOf(a))[0]
}

/** Patroni's version, such as 3.0. */
export function patroniVersion(): number {
  const { stdout } = spawnSync('/usr/bin/patroni', ['--version'], { encoding: 'utf8' })
  return Number(/\d+\.\d+/.exec(stdout)?.[0])
}

/** The versions of all programs of a run, in one line. */
export function describePrograms(): string {
  const firstLine = (program: string, option: string) =>
    spawnSync(program, [option], { encoding: 'utf8' }).stdout.split('\n')[0]?.trim() ?? ''
  return [
    firstLine('/usr/bin/patroni', '--version'),
    firstLine('/usr/bin/etcd', '--version'),
    firstLine('/usr/sbin/haproxy', '-v').replace(/ - .*/, ''),
    firstLine('/usr/sbin/pgbouncer', '--version'),
  ].join(', ')
}

/**
 * Installs missing packages when run by root.
 * @returns the packages that are still missing.
 */
export function installMissing(): string[] {
  const missing = missingPackages()
  if (missing.length === 0 || process.geteuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return missing
  console.log(`Installing what the cluster needs: ${missing.join(', ')}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [['update'], ['install', '--yes', '--no-install-recommends', ...missing]]) {
    const done = spawnSync('apt-get', ['--quiet', ...args], { env, encoding: 'utf8' })
    if (done.status !== 0) console.log(done.stderr)
  }
  return missingPackages()
}

function missingPackages(): string[] {
  return Object.entries(PROGRAMS).flatMap(([name, isThere]) => (isThere() ? [] : [name]))
}
