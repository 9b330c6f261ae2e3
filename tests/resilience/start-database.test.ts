import { type ChildProcess, execFile } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { freePort } from '#db/embedded/free-port.ts'
import { TRANSIENT_EXIT_CODE, isTransient, requireNotifications } from '#db/prepare-database.ts'
import { demoProducts } from '#demo/data/demo-products.ts'
import { storeCommand } from '../../src/server/store-command.mjs'
import { type DatabaseProxy, startDatabaseProxy } from '../support/database-proxy.ts'
import { databaseNamed } from '../support/database-server.ts'
import { expectInvariants } from '../support/invariants.ts'
import { isReady, startStore } from '../support/store-process.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'
import { openSecondStore } from '../support/test-store.ts'

const ROOT = path.join(import.meta.dirname, '../..')

let database: TestDatabase
let proxy: DatabaseProxy
const olderDatabases: TestDatabase[] = []
let dataDir: string

beforeAll(async () => {
  database = await createTestDatabase()
  proxy = await startDatabaseProxy(database.url)
  dataDir = await mkdtemp(path.join(tmpdir(), 'driveline-start-'))
})
afterAll(async () => {
  await proxy.close()
  for (const each of [database, ...olderDatabases]) await each.drop()
  await rm(dataDir, { recursive: true, force: true })
})

const databaseName = () => new URL(database.url).pathname.slice(1)
async function atServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('databaseUrl') })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/** Starts a process of the store that is expected to exit, and returns how it did. */
async function startAndEnd(
  url: string,
  waitSeconds: number,
  whileRunning: (child: ChildProcess) => Promise<unknown> = () => Promise.resolve(),
) {
  const { args, env } = storeCommand(ROOT)
  const settings = {
    PATH: process.env['PATH'] ?? '',
    DATA_DIR: dataDir,
    PORT: '0',
    DATABASE_URL: url,
    DATABASE_WAIT_SECONDS: String(waitSeconds),
  }
  return new Promise<{ code: number; out: string; err: string }>((resolve, reject) => {
    const child = execFile(
      process.execPath,
      args,
      { cwd: ROOT, env: { ...env, ...settings } },
      (_, out, err) => resolve({ code: child.exitCode ?? -1, out, err }),
    )
    whileRunning(child).catch(reject)
  })
}

const changed = (change: (url: URL) => void) => {
  const url = new URL(database.url)
  change(url)
  return url.href
}

/** A database whose server claims to be PostgreSQL 14: the embedded one, with that one response replaced. */
async function olderServer(): Promise<string> {
  const older = await createTestDatabase()
  olderDatabases.push(older)
  const client = new pg.Client({ connectionString: older.url })
  await client.connect()
  await client.query(`
    create schema older;
    create function older.current_setting(name text) returns text language sql as
      $$ select case name when 'server_version_num' then '140019' else pg_catalog.current_setting(name) end $$;
    do $$ begin execute format('alter database %I set search_path = older, pg_catalog, public', current_database()); end $$`)
  await client.end()
  return older.url
}

describe('a store whose database can never be used exits immediately with a message:', () => {
  // So long that waiting would exceed the test's timeout.
  const FOR_EVER = 86_400
  test.each([
    ['a PostgreSQL that is too old', olderServer, /PostgreSQL 14, and the store needs 15 or newer/],
    ['a wrong password', () => changed((url) => (url.password = 'wrong')), /password in DATABASE_URL/],
    ['an unknown user', () => changed((url) => (url.username = 'nobody_here')), /password in DATABASE_URL/],
    ['an unknown database', () => changed((url) => (url.pathname = '/nowhere')), /"nowhere".+Create it/],
    [
      'a server without the requested encryption',
      () => `${database.url}?sslmode=verify-full`,
      /SSL.+DATABASE_URL/,
    ],
  ])('%s', async (_, url, sentence) => {
    const { code, out, err } = await startAndEnd(await url(), FOR_EVER)
    expect(err).toMatch(sentence)
    expect(err.trim().split('\n')).toHaveLength(1)
    expect(out).not.toContain('waiting')
    expect(code).toBe(1)
  })
})

describe('a store whose database does not come up says that it waits, and exits with a message:', () => {
  let undo: () => Promise<unknown> = () => Promise.resolve()
  afterEach(() => undo())
  const alter = (how: string, back: string) => async () => {
    undo = () => atServer(`alter database ${databaseName()} ${back}`)
    await atServer(`alter database ${databaseName()} ${how}`)
    return database.url
  }
  async function startingServer(): Promise<string> {
    const text = 'SFATAL\0VFATAL\0C57P03\0Mthe database system is starting up\0\0'
    const response = Buffer.alloc(5 + text.length)
    response.write('E')
    response.writeInt32BE(4 + text.length, 1)
    response.write(text, 5)
    const server = createServer((socket) => socket.once('data', () => socket.end(response)))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    undo = async () => server.close()
    return changed((url) => (url.port = String((server.address() as AddressInfo).port)))
  }

  test.each<[string, () => Promise<string>, RegExp]>([
    [
      'no server listens',
      async () => {
        const port = await freePort()
        return changed((url) => (url.port = String(port)))
      },
      /ECONNREFUSED/,
    ],
    ['it is starting up', startingServer, /starting up/],
    [
      'it is read-only',
      alter('set default_transaction_read_only = on', 'reset default_transaction_read_only'),
      /is read-only/,
    ],
    ['it is full of connections', alter('connection limit 0', 'connection limit -1'), /too many connections/],
  ])('%s', async (_, prepare, reason) => {
    const { code, out, err } = await startAndEnd(await prepare(), 1)
    expect(out.match(/waiting for the database, for 1 s at most/g)).toHaveLength(1)
    expect(out).toMatch(reason)
    expect(err).toMatch(reason)
    expect(err).toMatch(/within 1 s.+DATABASE_WAIT_SECONDS/)
    expect(err.trim().split('\n')).toHaveLength(1)
    // Only a new start by a supervisor may help.
    expect(code).toBe(TRANSIENT_EXIT_CODE)
  })
})

/** A database without any tables. */
async function emptyDatabase(): Promise<string> {
  const name = `empty_${crypto.randomUUID().replaceAll('-', '')}`
  await atServer(`create database ${name}`)
  return databaseNamed(inject('databaseUrl'), name)
}

/** Starts a process of a demo store at the proxy. Its output goes to `log`. */
async function startAtProxy(at: DatabaseProxy, env: Record<string, string> = {}) {
  const folder = await mkdtemp(path.join(dataDir, 'store-'))
  const file = path.join(folder, 'log')
  const out = openSync(file, 'w')
  const starting = startStore(folder, {
    env: { DATABASE_URL: at.url, DATABASE_WAIT_SECONDS: '300', ...env },
    logTo: out,
  }).finally(() => closeSync(out))
  return { starting, log: () => readFileSync(file, 'utf8') }
}

test('a process that starts before its database waits, and opens once the database is up', async () => {
  const at = await startDatabaseProxy(await emptyDatabase())
  at.cut({ refuse: true })
  const { starting, log } = await startAtProxy(at)
  await at.refusals(3)
  expect(log().match(/waiting for the database, for 300 s at most/g)).toHaveLength(1)
  at.switchTo(database.url)
  const store = await starting
  expect(await isReady(store)).toBe(true)
  await store.stop()
  expect(await store.exited).toEqual([0, null])
  await at.close()
})

test('a start continues wherever it loses its database: in the checks, the migrations, the listener and the first data', async () => {
  const url = await emptyDatabase()
  const at = await startDatabaseProxy(url)
  const unsent = at.cutAt([
    'transaction_read_only',
    'listen driveline_',
    'pg_notify',
    'driveline.migrate',
    'create table products',
    // The connection count, the channel, and whether there is any data yet.
    'superuser_reserved_connections',
    'pg_stat_activity',
    'from "vehicles"',
    // In the process of the first data.
    'insert into vehicles',
    'insert into "search_synonyms"',
    'insert into leases',
    'insert into simulator.charges',
    'insert into products',
    'insert into "reviews"',
  ])
  const lostResponses = at.cutAt(['COMMIT', 'commit'], { executed: true })
  const { starting, log } = await startAtProxy(at)
  const store = await starting
  expect([...unsent, ...lostResponses]).toEqual([])
  expect(log()).toMatch(/waiting for the database/)
  expect(await (await fetch(`${store.url}/products?limit=100`)).json()).toHaveLength(demoProducts.length)
  await store.stop()
  expect(await store.exited).toEqual([0, null])
  await expectInvariants(url)
  await at.close()
}, 600_000)

test.each(['cut', 'freeze'] as const)(
  'a connection that is lost before a notification arrives (%s) says nothing about notifications: a start tries again',
  async (how) => {
    const at = await startDatabaseProxy(database.url)
    const listening = new pg.Pool({ connectionString: at.url, max: 1 })
    listening.on('error', () => undefined)
    const sending = new pg.Pool({ connectionString: database.url, max: 1 })
    sending.once('connect', () => at[how]())
    const failure = await requireNotifications(listening, sending, 500).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(Error)
    expect(isTransient(failure)).toBe(true)
    await Promise.all([at.close(), listening.end(), sending.end()])
  },
)

test('a store that waits for its database ends at once when it is stopped', async () => {
  const at = await startDatabaseProxy(await emptyDatabase())
  const unsent = at.cutAt(['from "vehicles"'])
  const { code, out, err } = await startAndEnd(at.url, 86_400, async (child) => {
    await expect.poll(() => unsent.size, { timeout: 120_000 }).toBe(0)
    at.cut({ refuse: true })
    await at.refusals(20)
    child.kill('SIGTERM')
  })
  expect([code, err]).toEqual([0, ''])
  expect(out).toMatch(/Stopped/)
  await at.close()
})

test('a start that waits for its database ends at once when it is stopped, even as process 1', async () => {
  const at = await startDatabaseProxy(await emptyDatabase())
  at.cut({ refuse: true })
  const { code, out, err } = await startAndEnd(at.url, 86_400, async (child) => {
    await at.refusals(2)
    child.kill('SIGTERM')
  })
  expect([code, err]).toEqual([0, ''])
  expect(out).toMatch(/Stopped/)
  await at.close()
})

test('a store that starts before its database opens once the database is up', async () => {
  proxy.cut({ refuse: true })
  const opening = openSecondStore({ databaseUrl: proxy.url, db: database.db }, { LOG_LEVEL: 'silent' })
  let open = false
  const opened = opening.then(() => (open = true))
  await proxy.refusals(1)
  expect(open).toBe(false)
  proxy.switchTo(database.url)
  await opened
  const store = await opening
  expect(await isReady(store)).toBe(true)
  await store.close()
})

test('a start that fails after its own database is up ends the database too', async () => {
  const portHolder = createServer((socket) => socket.destroy())
  await once(portHolder.listen(0, '127.0.0.1'), 'listening')
  const folder = await mkdtemp(path.join(tmpdir(), 'driveline-failed-start-'))
  const failed = startStore(folder, { port: (portHolder.address() as AddressInfo).port })
  await expect(failed).rejects.toThrow('The store ended with 1')
  expect(existsSync(path.join(folder, 'postgres/cluster/PG_VERSION'))).toBe(true)
  expect(existsSync(path.join(folder, 'postgres/cluster/postmaster.pid'))).toBe(false)
  portHolder.close()
  await rm(folder, { recursive: true })
})
