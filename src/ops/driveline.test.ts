import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../tests/support/test-database.ts'

const LAUNCHER = path.join(import.meta.dirname, 'driveline.mjs')

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(path.join(tmpdir(), 'driveline-command-'))
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

/** Starts `driveline …` in a folder of its own, on the test's database. */
function start(args: readonly string[]) {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, [LAUNCHER, ...args], {
    cwd: folder,
    env: { PATH, NODE_COMPILE_CACHE, DATABASE_URL: database.url },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)))
  const output = Promise.all([text(child.stdout), text(child.stderr)])
  return {
    child,
    result: async () => {
      const [stdout, stderr] = await output
      return { code: await ended, stdout, stderr }
    },
  }
}

const driveline = (...args: string[]) => start(args).result()

/** The commands that the overview lists. */
async function listed(): Promise<string[]> {
  const { code, stdout } = await driveline('--help')
  expect(code).toBe(0)
  return [...stdout.matchAll(/^ {2}([a-z-]+) {2,}/gm)].map(([, name = '']) => name)
}

test('--help lists every command of the folder, and each explains itself', async () => {
  const files = readdirSync(import.meta.dirname).filter((name) => !name.endsWith('.test.ts'))
  const commands = await listed()
  expect(commands).toHaveLength(11)
  for (const command of commands) {
    expect(files).toContain(`${command}.ts`)
    expect(await driveline(command, '--help')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(`^Use: npx driveline ${command}\\b[^]*\n\n[A-Za-z]`),
      stderr: '',
    })
  }
  expect(await driveline('help', 'backup')).toEqual(await driveline('backup', '--help'))
})

test('a misspelled command is not run: the nearest one is proposed', async () => {
  for (const [typed, meant] of [
    ['bakup', 'backup'],
    ['make_admin', 'make-admin'],
    ['finishrecovery', 'finish-recovery'],
  ] as const)
    expect(await driveline(typed)).toEqual({
      code: 2,
      stdout: '',
      stderr: `There is no command "${typed}". Did you mean "npx driveline ${meant}"?\n`,
    })
  for (const typed of ['constructor', '../../', 'frobnicate'])
    expect(await driveline(typed)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('"npx driveline --help" lists all'),
    })
  expect(await driveline()).toMatchObject({ code: 2, stderr: expect.stringContaining('Use: npx driveline') })
})

test.each([
  ['backup', []],
  ['backup', ['one', 'two']],
  ['restore', ['a', '--replce']],
  ['finish-recovery', ['now']],
  ['move-database', ['--leave']],
  ['make-admin', []],
  ['make-admin', ['not-an-address']],
  ['reset', ['-y']],
  ['import', ['orders', 'x.csv']],
] as const)('driveline %s %j ends with 2, a sentence and the usage', async (command, args) => {
  const { code, stdout, stderr } = await driveline(command, ...args)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toMatch(new RegExp(`^.+\\nUse: npx driveline ${command}\\b`))
  expect(stderr).not.toContain('    at ')
})

test('files are those of the current folder, and the exit status is that of the command', async () => {
  expect(await driveline('backup', 'first')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('into first.'),
  })
  expect(existsSync(path.join(folder, 'first/manifest.json'))).toBe(true)
  expect(await driveline('backup', 'first')).toMatchObject({
    code: 1,
    stderr: 'first already exists; choose a new folder.\n',
  })
})

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s ends a running backup, which leaves nothing that counts as one', async (signal, code) => {
  // The backup waits for this lock.
  const blocker = new pg.Client({ connectionString: database.url })
  await blocker.connect()
  onTestFinished(() => blocker.end())
  await blocker.query('begin; lock table accounts in access exclusive mode')
  const { child, result } = start(['backup', signal])
  const backups = async () => {
    const { rows } = await database.pool.query<{ waits: boolean }>(
      `select wait_event_type = 'Lock' as waits from pg_stat_activity where application_name = 'driveline-backup'`,
    )
    return rows.map(({ waits }) => waits)
  }
  await expect.poll(backups).toEqual([true])
  child.kill(signal)
  expect(await result()).toMatchObject({ code, stdout: '' })
  // The process with the connection has ended, too.
  await blocker.query('rollback')
  await expect.poll(backups).toEqual([])
  expect(existsSync(path.join(folder, signal))).toBe(false)
  expect(await driveline('backup', signal)).toMatchObject({ code: 0 })
})
