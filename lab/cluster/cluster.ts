import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '#db/embedded/free-port.ts'
import { type EtcdApi, type EtcdMembers, type Machine, prepareMachine, startEtcd } from './machine.ts'

const HAPROXY_FILE = path.join(import.meta.dirname, '../../deploy/cluster/haproxy.cfg')
const NAMES = ['db1', 'db2', 'db3']
/** Timeouts, in ms. */
const HANGS_MS = 300_000
const REST_TIMEOUT_MS = 2_000

/** PostgreSQL on three machines under Patroni, behind HAProxy. */
export type Cluster = {
  machines: readonly Machine[]
  /** The store's database at the leader, whichever machine that is. */
  url: string
  /** Another database at the leader, for this test's own rows. */
  adminUrl: string
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>
  /** The machine that holds the lease, once there is one besides `except`. */
  leader(except?: Machine): Promise<Machine>
  /** Resolves when one machine leads, the others follow it, and each commit waits for one of them. */
  healthy(): Promise<void>
  close(): Promise<void>
}

type Member = { name: string; role: string; state: string; timeline?: number; lag?: number | string }

/** Starts it in this folder, with an empty database and role for the store. */
export async function startCluster(use: {
  folder: string
  postgres: string
  synchronous: boolean
  etcdApi: EtcdApi
  etcdColocated: boolean
}): Promise<Cluster> {
  const etcd: EtcdMembers = {}
  for (const name of NAMES) etcd[name] = { client: await freePort(), peer: await freePort() }
  const machines: Machine[] = []
  for (const name of NAMES)
    machines.push(await prepareMachine({ ...use, name, folder: path.join(use.folder, name), etcd }))
  const port = await freePort()
  const haproxy = startHaproxy(path.join(use.folder, 'haproxy.cfg'), port, machines)
  const stopEtcd = use.etcdColocated ? () => Promise.resolve() : startEtcd(use.folder, etcd, use.etcdApi)
  const adminUrl = `postgres://postgres@127.0.0.1:${port}/postgres`
  const url = `postgres://driveline:of-the-cluster@127.0.0.1:${port}/driveline`
  const close = async () => {
    haproxy.kill('SIGKILL')
    for (const machine of machines) await machine.close()
    await stopEtcd()
  }

  async function leader(except?: Machine): Promise<Machine> {
    return until('A leader', async () => {
      const others = machines.filter((machine) => machine !== except)
      const leads = await Promise.all(others.map((machine) => machine.isLeader()))
      return others.find((_, i) => leads[i])
    })
  }

  const cluster: Cluster = {
    machines,
    url,
    adminUrl,
    query: (text, values) => queryAt(url, text, values),
    leader,
    async healthy() {
      await until('A healthy cluster', async () => {
        const members = await membersBy(await leader())
        return isHealthy(members, use.synchronous) || undefined
      })
    },
    close,
  }
  try {
    for (const machine of machines) machine.start()
    await cluster.healthy()
    await until('The leader behind HAProxy', () => queryAt(adminUrl, 'select 1').catch(() => undefined))
    await queryAt(adminUrl, `create role driveline login password 'of-the-cluster'`)
    await queryAt(adminUrl, 'create database driveline owner driveline')
    return cluster
  } catch (error) {
    const output = machines.map((machine) => `${machine.name}:\n${machine.output()}`).join('\n')
    await close()
    throw new Error(`The cluster did not start.\n${output}`, { cause: error })
  }
}

/** Runs one query on a new connection: the previous one may have led to another leader. */
export async function queryAt<Row extends object>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'cluster-test',
    connectionTimeoutMillis: 10_000,
    query_timeout: 60_000,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function membersBy(leader: Machine): Promise<Member[]> {
  const response = await fetch(`http://127.0.0.1:${leader.restPort}/cluster`, {
    signal: AbortSignal.timeout(REST_TIMEOUT_MS),
  }).catch(() => null)
  return response?.ok ? ((await response.json()) as { members: Member[] }).members : []
}

function isHealthy(members: readonly Member[], synchronous: boolean): boolean {
  const roles = members.map(({ role }) => role)
  const timelines = new Set(members.map(({ timeline }) => timeline))
  return (
    members.length === NAMES.length &&
    timelines.size === 1 &&
    // Up to Patroni 3.0 a follower that streams is "running".
    members.every(({ state }) => state === 'running' || state === 'streaming') &&
    roles.filter((role) => role === 'leader').length === 1 &&
    (!synchronous || roles.includes('sync_standby'))
  )
}

/** The repository's file with these machines' addresses. */
function startHaproxy(file: string, port: number, machines: readonly Machine[]): ChildProcess {
  let text = readFileSync(HAPROXY_FILE, 'utf8').replaceAll('127.0.0.1:5000', `127.0.0.1:${port}`)
  for (const [i, { databasePort, restPort }] of machines.entries()) {
    const line = `10.0.0.${i + 1}:5432 check port 8008`
    if (!text.includes(line)) throw new Error(`${HAPROXY_FILE} does not name ${line}`)
    text = text.replace(line, `127.0.0.1:${databasePort} check port ${restPort}`)
  }
  writeFileSync(file, text)
  const child = spawn('/usr/sbin/haproxy', ['-db', '-f', file], { stdio: 'ignore' })
  process.once('exit', () => child.kill('SIGKILL'))
  return child
}

/**
 * Polls until there is a result.
 * @throws Error when it hangs.
 */
async function until<T>(what: string, find: () => Promise<T | undefined>): Promise<T> {
  const startedAt = performance.now()
  for (;;) {
    const found = await find()
    if (found !== undefined) return found
    if (performance.now() - startedAt > HANGS_MS) throw new Error(`${what}: not within ${HANGS_MS / 1_000} s`)
    await delay(200)
  }
}
