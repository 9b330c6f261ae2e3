import { type ChildProcess, spawn } from 'node:child_process'
import { chownSync, closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parse, stringify } from 'yaml'
import { freePort } from '#db/embedded/free-port.ts'
import { type DatabaseProxy, startDatabaseProxy } from '../../tests/support/database-proxy.ts'
import { WITHOUT_ROOT } from '../../tests/support/started-server.ts'
import { killAll, pauseAll, resumeAll } from './machine-processes.ts'

const PATRONI_FILE = path.join(import.meta.dirname, '../../deploy/cluster/patroni.yml')
/**
 * Lower than in the file, so that ten faults fit into minutes; seconds. loop_wait + 2 × retry_timeout ≤ ttl.
 */
const TIMES = { ttl: 12, loop_wait: 2, retry_timeout: 5 }
const REST_TIMEOUT_MS = 2_000
/** The delay before a program that ended is started again. */
const RESTART_MS = 1_000

/** A machine with PostgreSQL and Patroni: processes of a user without rights, in a folder of their own. */
export type Machine = {
  name: string
  /** PostgreSQL itself: clients reach it here even while the machine is cut off from the others. */
  databasePort: number
  /** Patroni's REST API, reachable in the same way. */
  restPort: number
  start(): void
  /** Ends all its processes at once, like a power failure. */
  kill(): Promise<void>
  /** Pauses all its processes. */
  pause(): void
  resume(): void
  /**
   * Silently drops all traffic between it and the other machines: their PostgreSQL and Patroni, and every
   * etcd.
   */
  cutOff(): void
  reconnect(): void
  /** Whether Patroni says that it holds the lease. */
  isLeader(): Promise<boolean>
  /** The end of its logs. */
  output(): string
  close(): Promise<void>
}

/**
 * Which of etcd's interfaces Patroni uses: before 3.1 its client of the third loses the lease's meaning
 * (docs/cluster.md).
 */
export type EtcdApi = 2 | 3

/** The URLs of etcd's members, by the name of their machine. */
export type EtcdMembers = Record<string, { client: number; peer: number }>

/**
 * Prepares a machine without starting it.
 * @param use.etcdColocated whether a member of etcd is on it too, and shares its faults.
 * @param use.synchronous false: without synchronous replication, to prove that this test then finds lost
 * writes.
 */
export async function prepareMachine(use: {
  name: string
  folder: string
  postgres: string
  etcd: EtcdMembers
  etcdApi: EtcdApi
  etcdColocated: boolean
  synchronous: boolean
}): Promise<Machine> {
  const { name, folder } = use
  const host = new Host(folder, use.postgres)
  const databasePort = await freePort()
  const restPort = await freePort()
  // The connections from other machines, and its own to etcd: these are cut.
  const toDatabase = await startDatabaseProxy(`tcp://127.0.0.1:${databasePort}`)
  const toRest = await startDatabaseProxy(`tcp://127.0.0.1:${restPort}`)
  const toEtcd: DatabaseProxy[] = []
  for (const { client } of Object.values(use.etcd))
    toEtcd.push(await startDatabaseProxy(`tcp://127.0.0.1:${client}`))
  const links = [toDatabase, toRest, ...toEtcd]
  const settings = patroniSettings({
    ...use,
    databasePort,
    restPort,
    database: hostOf(toDatabase),
    rest: hostOf(toRest),
    etcdHosts: toEtcd.map(hostOf).join(','),
  })
  writeFileSync(path.join(folder, 'patroni.yml'), stringify(settings))
  return {
    name,
    databasePort,
    restPort,
    start() {
      // After a crash of the machine, its processes are gone; here they may wait for the first process to
      // collect them.
      rmSync(path.join(folder, 'data/postmaster.pid'), { force: true })
      if (use.etcdColocated) host.run('/usr/bin/etcd', etcdArguments(name, use.etcd, use.etcdApi))
      host.run('/usr/bin/patroni', ['patroni.yml'])
    },
    kill: () => host.turnOff(),
    pause: () => pauseAll(folder),
    resume: () => resumeAll(folder),
    cutOff() {
      for (const link of links) link.freeze()
    },
    reconnect() {
      for (const link of links) link.thaw()
    },
    async isLeader() {
      const response = await fetch(`http://127.0.0.1:${restPort}/primary`, {
        signal: AbortSignal.timeout(REST_TIMEOUT_MS),
      }).catch(() => null)
      await response?.body?.cancel()
      return response?.status === 200
    },
    output: () => host.output(),
    async close() {
      await host.turnOff()
      for (const link of links) await link.close()
    },
  }
}

/** Programs of a user without rights, in a folder of their own. */
class Host {
  readonly #folder: string
  readonly #postgres: string
  readonly #running = new Map<string, ChildProcess>()

  constructor(folder: string, postgres: string) {
    this.#folder = folder
    this.#postgres = postgres
    makeFolder(folder)
  }

  /** Starts it, and restarts it when it exits, like systemd: Patroni exits when it starts before etcd. */
  run(program: string, args: readonly string[]): void {
    const log = openSync(this.#logFile, 'a')
    const env = { PATH: `${this.#postgres}:/usr/bin:/bin`, HOME: this.#folder, LC_ALL: 'C.UTF-8' }
    // All of its processes are found by its working folder.
    const options = { ...WITHOUT_ROOT, cwd: this.#folder, env }
    const child = spawn(program, args, { ...options, stdio: ['ignore', log, log] })
    closeSync(log)
    child.once('exit', () => {
      setTimeout(() => {
        if (child === this.#running.get(program)) this.run(program, args)
      }, RESTART_MS)
    })
    this.#running.set(program, child)
  }

  async turnOff(): Promise<void> {
    this.#running.clear()
    await killAll(this.#folder)
  }

  output(): string {
    return readFileSync(this.#logFile, 'utf8').slice(-6_000)
  }

  get #logFile(): string {
    return path.join(this.#folder, 'log')
  }
}

/**
 * Starts members of etcd on machines apart from the databases'.
 * @returns a function that stops them.
 */
export function startEtcd(folder: string, members: EtcdMembers, api: EtcdApi): () => Promise<void> {
  const hosts = Object.keys(members).map((name) => {
    const host = new Host(path.join(folder, `etcd-${name}`), '')
    host.run('/usr/bin/etcd', etcdArguments(name, members, api))
    return host
  })
  return async () => {
    for (const host of hosts) await host.turnOff()
  }
}

function makeFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { uid, gid } = WITHOUT_ROOT
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid)
}

function hostOf(proxy: DatabaseProxy): string {
  return `127.0.0.1:${new URL(proxy.url).port}`
}

function etcdArguments(name: string, members: EtcdMembers, api: EtcdApi): string[] {
  const own = members[name]
  const peerOf = (member: { peer: number }) => `http://127.0.0.1:${member.peer}`
  const cluster = Object.entries(members).map(([member, ports]) => `${member}=${peerOf(ports)}`)
  if (!own) throw new Error(`No member of etcd on ${name}`)
  const settings = {
    name,
    'data-dir': 'etcd',
    'listen-client-urls': `http://127.0.0.1:${own.client}`,
    'advertise-client-urls': `http://127.0.0.1:${own.client}`,
    'listen-peer-urls': peerOf(own),
    'initial-advertise-peer-urls': peerOf(own),
    'initial-cluster': cluster.join(','),
    // A busy machine must not look like a dead one; ms.
    'heartbeat-interval': 200,
    'election-timeout': 2_000,
    'log-level': 'warn',
    ...(api === 2 && { 'enable-v2': true }),
  }
  return Object.entries(settings).map(([setting, value]) => `--${setting}=${value}`)
}

/** The repository's file with this machine's addresses. */
function patroniSettings(use: {
  name: string
  postgres: string
  synchronous: boolean
  databasePort: number
  restPort: number
  database: string
  rest: string
  etcdHosts: string
  etcdApi: EtcdApi
}): object {
  const file = parse(readFileSync(PATRONI_FILE, 'utf8'))
  Object.assign(file.bootstrap.dcs, TIMES, {
    synchronous_mode: use.synchronous,
    synchronous_mode_strict: use.synchronous,
  })
  const etcd = { hosts: use.etcdHosts, use_proxies: true }
  return {
    ...file,
    name: use.name,
    restapi: { listen: `127.0.0.1:${use.restPort}`, connect_address: use.rest },
    // Through our proxies only: Patroni would otherwise ask etcd for the members' own URLs.
    etcd3: use.etcdApi === 3 ? etcd : undefined,
    etcd: use.etcdApi === 2 ? etcd : undefined,
    postgresql: {
      ...file.postgresql,
      listen: `127.0.0.1:${use.databasePort}`,
      connect_address: use.database,
      data_dir: 'data',
      bin_dir: use.postgres,
      pgpass: 'pgpass',
      pg_hba: ['host replication all 127.0.0.1/32 trust', 'host all all 127.0.0.1/32 trust'],
      parameters: { unix_socket_directories: '' },
    },
    // No machine of this test has one.
    watchdog: { mode: 'off' },
  }
}
