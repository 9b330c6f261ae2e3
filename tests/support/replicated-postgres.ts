import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync } from 'node:fs'
import { appendFile, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '#db/embedded/free-port.ts'
import {
  chooseServerAccount,
  clusterArgument,
  serverCommand,
  serverEnvironment,
  type ServerAccount,
} from '#db/embedded/server-account.ts'

/** One server of a cluster. */
export type ClusterServer = {
  /** The store's role, which owns the database. */
  url: string
  /** Runs a statement as the superuser. */
  sql(statement: string): Promise<Record<string, unknown>[]>
  start(): Promise<void>
  /** Ends it immediately, like a crash. */
  kill(): Promise<void>
}

/** A primary and a standby that streams from it. */
export type ReplicatedPostgres = {
  primary: ClusterServer
  standby: ClusterServer
  /** Resolves when the standby has applied all changes of the primary. */
  caughtUp(): Promise<void>
  stop(): Promise<void>
}

/** Timeout of a start; ms. */
const START_MS = 60_000

/** Starts both on free ports. The standby begins as a copy of the cluster before its first start. */
export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const dir = await mkdtemp(path.join(tmpdir(), 'driveline-replicated-'))
  const account = chooseServerAccount(dir)
  const [primaryDir, standbyDir] = [path.join(dir, 'primary'), path.join(dir, 'standby')]
  await makeFolder(primaryDir, account)
  runInitdb(primaryDir, account)
  await cp(primaryDir, standbyDir, { recursive: true })
  await makeFolder(standbyDir, account)
  await giveAway(standbyDir, account)
  const [primaryPort, standbyPort] = [await freePort(), await freePort()]
  await appendFile(
    path.join(standbyDir, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${primaryPort} user=postgres'\n`,
  )
  const signal = path.join(standbyDir, 'standby.signal')
  await writeFile(signal, '')
  if (account.owner) chownSync(signal, account.owner.uid, account.owner.gid)

  const primary = clusterServer(primaryDir, primaryPort, account)
  const standby = clusterServer(standbyDir, standbyPort, account)
  await primary.start()
  await primary.sql('create role driveline login createdb')
  await primary.sql('create database driveline owner driveline')
  await standby.start()
  const caughtUp = async () => {
    const [now] = await primary.sql('select pg_current_wal_insert_lsn()::text as lsn')
    const deadline = Date.now() + START_MS
    const isBehind = async () =>
      (await standby.sql(`select pg_last_wal_replay_lsn() >= '${String(now?.lsn)}' as done`))[0]?.done !==
      true
    while (await isBehind()) {
      if (Date.now() > deadline) throw new Error('The standby does not catch up.')
      await delay(10)
    }
  }
  await caughtUp()
  return {
    primary,
    standby,
    caughtUp,
    async stop() {
      await standby.kill()
      await primary.kill()
      await rm(dir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

function clusterServer(dir: string, port: number, account: ServerAccount): ClusterServer {
  let server: ChildProcess | null = null
  const admin = `postgres://postgres@127.0.0.1:${port}`
  const kill = async () => {
    if (!server) return
    const ended = once(server, 'exit')
    server.kill('SIGQUIT')
    await ended
    server = null
  }
  process.once('exit', () => server?.kill('SIGQUIT'))
  const sql = (statement: string) => runSql(`${admin}/postgres`, statement)
  return {
    url: `postgres://driveline@127.0.0.1:${port}/driveline`,
    sql,
    kill,
    async start() {
      const settings = {
        port,
        listen_addresses: '127.0.0.1',
        unix_socket_directories: '',
        wal_level: 'replica',
        max_wal_senders: 10,
        wal_keep_size: '256MB',
        wal_receiver_status_interval: '1s',
        wal_retrieve_retry_interval: '200ms',
        max_connections: 100,
        shared_buffers: '32MB',
        fsync: 'off',
      }
      const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
      const {
        file,
        args: all,
        ...rights
      } = serverCommand(account, account.binaries.postgres, ['-D', clusterArgument(account, dir), ...args])
      const started = spawn(file, all, { ...rights, cwd: dir, env: serverEnvironment, stdio: 'ignore' })
      server = started
      const deadline = Date.now() + START_MS
      while (!(await sql('select 1').catch(() => null))) {
        if (started.exitCode !== null || Date.now() > deadline)
          throw new Error(`PostgreSQL did not start in ${dir}.`)
        await delay(50)
      }
    },
  }
}

async function runSql(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}

function runInitdb(dir: string, account: ServerAccount): void {
  const { file, args, ...rights } = serverCommand(account, account.binaries.initdb, [
    '-D',
    clusterArgument(account, dir),
    '--username=postgres',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    '--no-sync',
  ])
  const made = spawnSync(file, args, { ...rights, cwd: dir, env: serverEnvironment, encoding: 'utf8' })
  if (made.status !== 0) throw new Error(`initdb: ${made.error?.message ?? made.stderr}`)
}

async function makeFolder(dir: string, { owner }: ServerAccount): Promise<void> {
  await mkdir(dir, { mode: 0o700, recursive: true })
  if (owner) chownSync(dir, owner.uid, owner.gid)
}

/** Changes the owner of copied files, which belong to root, to the user that runs the server. */
async function giveAway(dir: string, { owner, kind }: ServerAccount): Promise<void> {
  if (kind !== 'other-uid' || !owner) return
  const done = spawnSync('chown', ['-R', `${owner.uid}:${owner.gid}`, dir])
  if (done.status !== 0) throw new Error('chown failed')
  await Promise.resolve()
}
