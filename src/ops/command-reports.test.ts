import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestStore, type TestStore } from '../../tests/support/test-store.ts'

let store: TestStore
let folder: string

beforeAll(async () => {
  store = await openTestStore()
  folder = await mkdtemp(path.join(tmpdir(), 'command-reports-'))
  await mkdir(path.join(folder, 'folder'))
  await symlink('loop', path.join(folder, 'loop'))
  await writeFile(path.join(folder, 'empty'), '')
  await writeFile(path.join(folder, 'utf-16.csv'), Buffer.from('\ufeffpartNumber,price\nA-1,2\n', 'utf16le'))
  await writeFile(path.join(folder, 'latin.csv'), Buffer.from('partNumber,about\nA-1,caf\xe9\n', 'latin1'))
  await writeFile(path.join(folder, 'half.xml'), '<ACES version="4.2"><Header>')
  await writeFile(path.join(folder, 'no-parts.csv'), 'partNumber,price\n')
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await store.close()
})

type Run = { code: number; stdout: string; stderr: string }

function run(
  command: 'import' | 'export' | 'verify' | 'doctor',
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Run> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [path.resolve(`src/ops/${command}.ts`), ...args],
      {
        cwd: folder,
        env: {
          ...process.env,
          DATABASE_URL: store.databaseUrl,
          DATA_DIR: path.join(folder, 'data'),
          AUTH_SECRET: 'a-secret-of-32-characters-or-more',
          ...env,
        },
      },
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    )
  })
}

/** What was printed, which is one object on one line. */
function objectOf({ stdout }: Run): {
  ok: boolean
  problems: { line: number; code: string; message: string }[]
} {
  expect(stdout.trimEnd().split('\n')).toHaveLength(1)
  return JSON.parse(stdout)
}

const NOTHING = { added: 0, changed: 0, removed: 0, unchanged: 0, refused: 0 }

test.each<[string, string[], string]>([
  ['a file that is not there', ['products', 'none.csv'], 'unreadable_file'],
  ['a folder', ['products', 'folder'], 'unreadable_file'],
  ['an XML file that is not there', ['aces', 'none.xml'], 'unreadable_file'],
  ['a folder as XML', ['pies', 'folder'], 'unreadable_file'],
  ['a path through a file', ['vehicles', 'empty/x.csv'], 'unreadable_file'],
  ['a name that is too long', ['products', 'x'.repeat(300)], 'unreadable_file'],
  ['a link to itself', ['products', 'loop'], 'unreadable_file'],
  ['a map that is not there', ['aces', 'half.xml', '--map', 'none.csv'], 'unreadable_file'],
  ['an unknown option', ['products', 'no-parts.csv', '--aply'], 'wrong_options'],
  ['an option of another kind', ['products', 'no-parts.csv', '--map', 'x.csv'], 'wrong_options'],
  ['a value for the option itself', ['products', 'no-parts.csv', '--json=yes'], 'wrong_options'],
  ['wrong columns', ['products', 'no-parts.csv', '--columns', 'Cost=cost'], 'wrong_options'],
  ['no file', ['products'], 'wrong_options'],
  ['an unknown kind', ['orders', 'no-parts.csv'], 'wrong_options'],
])('an import of %s prints one object with the reason, and fails', async (_what, args, code) => {
  const ended = await run('import', [...args, '--json'])
  const object = objectOf(ended)
  expect(object).toMatchObject({ ok: false, counts: NOTHING, problems: [{ line: 0, code }] })
  expect(object.problems[0]?.message).toMatch(/\S/)
  expect(ended).toMatchObject({ code: code === 'wrong_options' ? 2 : 1, stderr: '' })
})

test.each<[string, string[], string, number?]>([
  ['an empty file', ['products', 'empty'], 'empty_file'],
  ['an empty XML file', ['aces', 'empty'], 'empty_file'],
  ['UTF-16', ['products', 'utf-16.csv'], 'wrong_encoding'],
  ['another encoding', ['products', 'latin.csv'], 'wrong_encoding', 2],
  ['a CSV file as XML', ['pies', 'no-parts.csv'], 'not_xml'],
  ['half a file', ['aces', 'half.xml'], 'broken_xml'],
])('an import of %s does so, too', async (_what, args, code, line = 1) => {
  const ended = await run('import', [...args, '--json'])
  expect(objectOf(ended)).toMatchObject({ ok: false, problems: [{ line, code }] })
  expect(ended).toMatchObject({ code: 1, stderr: '' })
})

test('a command that has nothing to do exits with 0', async () => {
  const ended = await run('import', ['products', 'no-parts.csv', '--json'])
  expect(objectOf(ended)).toEqual({ ok: true, counts: NOTHING, problems: [] })
  expect(ended).toMatchObject({ code: 0, stderr: '' })
})

test.each<[string, NodeJS.ProcessEnv, string]>([
  ['a database that is not there', { DATABASE_URL: 'postgresql://127.0.0.1:1/none' }, 'failed'],
  ['no store', { DATABASE_URL: '' }, 'refused'],
  ['wrong settings', { PORT: 'many' }, 'wrong_settings'],
])('a command with %s also prints one object, and exits with 1', async (_what, env, code) => {
  for (const command of ['import', 'export'] as const) {
    const ended = await run(command, ['products', 'no-parts.csv', '--json'], env)
    const object = objectOf(ended)
    expect(object).toMatchObject({ ok: false, problems: [{ line: 0 }] })
    expect(['database_failed', code]).toContain(object.problems[0]?.code)
    expect(ended).toMatchObject({ code: 1, stderr: '' })
  }
})

test('an export prints one object, too', async () => {
  const done = await run('export', ['products', 'out.csv', '--json'])
  expect(objectOf(done)).toEqual({ ok: true, file: 'out.csv', problems: [] })
  expect(done).toMatchObject({ code: 0, stderr: '' })
  for (const [args, code] of [
    [['products', 'none/out.csv'], 'unwritable_file'],
    [['products', 'folder'], 'unwritable_file'],
    [['orders', 'out.csv'], 'wrong_options'],
    [['aces', 'out.xml', '--version', '9'], 'wrong_options'],
    [['products', 'out.csv', '--aply'], 'wrong_options'],
    [['products'], 'wrong_options'],
  ] as const) {
    const ended = await run('export', [...args, '--json'])
    expect(objectOf(ended), args.join(' ')).toMatchObject({ ok: false, problems: [{ line: 0, code }] })
    expect(ended).toMatchObject({ code: code === 'wrong_options' ? 2 : 1, stderr: '' })
  }
})

test('an export names the store as its content does', async () => {
  await mkdir(path.join(folder, 'content'), { recursive: true })
  await writeFile(path.join(folder, 'content/store.json'), JSON.stringify({ name: 'Parts of the files' }))
  await run('export', ['pies', 'named.xml'], { CONTENT_DIR: 'content', MAIL_FROM: 'Sender <a@shop.example>' })
  expect(await readFile(path.join(folder, 'named.xml'), 'utf8')).toContain('Parts of the files')
})

test('people get only the text', async () => {
  const ended = await run('import', ['products', 'none.csv'])
  expect(ended).toEqual({ code: 1, stdout: '', stderr: 'none.csv cannot be read: it does not exist.\n' })
})

test.each(['verify', 'doctor'] as const)('%s takes no options, and refuses every one', async (command) => {
  for (const arg of ['--fix', 'orders']) {
    const ended = await run(command, [arg])
    expect(ended).toMatchObject({ code: 2, stdout: '' })
    expect(ended.stderr).toMatch(new RegExp(`${arg}[^]*\\nUse: npx driveline ${command}\\n$`))
  }
})
