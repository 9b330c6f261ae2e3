import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DatabaseStartError } from '#db/embedded/database-start-error.ts'
import { isAlive } from '#db/embedded/postmaster-file.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#db/embedded/start-embedded-postgres.ts'

let dataDir: string
let running: EmbeddedPostgres[]

beforeEach(async () => {
  dataDir = path.join(await mkdtemp(path.join(tmpdir(), 'driveline database ')), 'data')
  running = []
})

afterEach(async () => {
  for (const server of running) await server.stop()
  await rm(path.join(dataDir, '..'), { recursive: true, force: true })
})

test('data survives a stop and a start, in a folder with a space in its path', async () => {
  const first = await start()
  expect(first.reused).toBe(false)
  await query(first.url, "CREATE TABLE part AS SELECT 'brake disc' AS name")
  await first.stop()
  expect(isAlive(first.pid)).toBe(false)

  const second = await start()
  expect(await query(second.url, 'SELECT name FROM part')).toEqual([{ name: 'brake disc' }])
})

test('the store is not a superuser, the server listens only on this machine, and only the owner can read the passwords', async () => {
  const server = await start()
  expect(
    await query(
      server.url,
      `SELECT current_user AS who, current_setting('is_superuser') AS super,
              current_setting('listen_addresses') AS address, current_setting('server_encoding') AS encoding`,
    ),
  ).toEqual([{ who: 'driveline', super: 'off', address: '127.0.0.1', encoding: 'UTF8' }])
  const credentials = await stat(path.join(dataDir, 'postgres', 'credentials.json'))
  expect(credentials.mode & 0o777).toBe(0o600)
  await expect(query(server.url.replace(/:[0-9a-f]{48}@/, ':guess@'), 'SELECT 1')).rejects.toThrow(
    'password authentication failed',
  )
})

test('after kill -9 of the store the next start finds its server and joins it', async () => {
  const orphan = await startAndKill()
  expect(isAlive(orphan.pid)).toBe(true)

  const next = await start()
  expect(next).toMatchObject({ pid: orphan.pid, reused: true })
  expect(await query(next.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  await next.stop()
  expect(isAlive(orphan.pid)).toBe(false)
})

test('after kill -9 of store and server the next start recovers what was committed', async () => {
  // Only a durable server has flushed what it has confirmed.
  const orphan = await startAndKill(true)
  await query(orphan.url, "CREATE TABLE part AS SELECT 'oil filter' AS name")
  process.kill(orphan.pid, 'SIGKILL')

  const next = await start(true)
  expect(next.reused).toBe(false)
  expect(await query(next.url, 'SELECT name FROM part')).toEqual([{ name: 'oil filter' }])
})

test('a PID file whose PID now belongs to another program does not prevent the start', async () => {
  const first = await start()
  const note = path.join(dataDir, 'postgres', 'cluster', 'postmaster.pid')
  const left = await readFile(note, 'utf8')
  await first.stop()
  await writeFile(note, left.replace(String(first.pid), String(process.pid)))

  const second = await start()
  expect(second.reused).toBe(false)
  expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('an interrupted creation starts over and leaves nothing behind', async () => {
  const half = path.join(dataDir, 'postgres.new-abcdef', 'cluster')
  await mkdir(half, { recursive: true })
  await writeFile(path.join(half, 'PG_VERSION'), '18\n')

  await start()
  expect((await readdir(dataDir)).toSorted()).toEqual(['locks', 'postgres'])
})

test('two processes share one server, and only the last one to leave ends it', async () => {
  const [first, second] = await Promise.all([start(), start()])
  expect(second.pid).toBe(first.pid)
  await first.stop()
  expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  await second.stop()
  expect(isAlive(first.pid)).toBe(false)
})

test('a data folder that is a file is refused with a readable message', async () => {
  await writeFile(dataDir, '')
  const refused = startEmbeddedPostgres({ dataDir, log: () => undefined })
  await expect(refused).rejects.toBeInstanceOf(DatabaseStartError)
  await expect(refused).rejects.toThrow('A file stands where the data folder should be')
})

async function start(durable = false): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, durable, log: () => undefined })
  running.push(server)
  return server
}

/** Lets another process start the database and kills it without warning; its server remains. */
async function startAndKill(durable = false): Promise<{ pid: number; url: string }> {
  const module = pathToFileURL(
    path.join(import.meta.dirname, '../../src/db/embedded/start-embedded-postgres.ts'),
  ).href
  const program = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(module)})
    const options = { dataDir: ${JSON.stringify(dataDir)}, durable: ${durable}, log: () => undefined }
    const { pid, url } = await startEmbeddedPostgres(options)
    process.stdout.write(JSON.stringify({ pid, url }), () => process.kill(process.pid, 'SIGKILL'))`
  const store = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  store.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  const [, signal] = await once(store, 'close')
  expect(signal).toBe('SIGKILL')
  return JSON.parse(output)
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client(url)
  try {
    await client.connect()
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
