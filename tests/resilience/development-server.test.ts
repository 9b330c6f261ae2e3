import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '#db/embedded/free-port.ts'
import { START_LIMIT_MS } from '../support/running-store.ts'

// npm run dev, in a copy of the sources that can be changed.

const root = path.join(import.meta.dirname, '../..')
let copy: string
let url: string
let stop: () => Promise<unknown>

beforeAll(async () => {
  copy = await mkdtemp(path.join(tmpdir(), 'driveline-dev-'))
  for (const name of [
    'package.json',
    'vite.config.ts',
    'react-router.config.ts',
    'tsconfig.json',
    'src',
    'tools/dev',
    'public',
  ])
    await cp(path.join(root, name), path.join(copy, name), { recursive: true })
  await symlink(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
  const port = await freePort()
  url = `http://localhost:${port}`
  const child = spawn(process.execPath, ['tools/dev/dev.ts'], {
    cwd: copy,
    env: { PATH: process.env['PATH'], PORT: String(port), DATA_DIR: path.join(copy, 'data') },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  stop = () => {
    child.kill()
    return exited
  }
  await untilOutput(child.stdout, 'is open at', exited)
}, START_LIMIT_MS)
afterAll(async () => {
  await stop()
  await rm(copy, { recursive: true, force: true })
})

async function untilOutput(
  stream: NodeJS.ReadableStream,
  text: string,
  exited: Promise<unknown>,
): Promise<void> {
  let output = ''
  await Promise.race([
    new Promise<void>((found) =>
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString()
        if (output.includes(text)) found()
      }),
    ),
    exited.then(() => Promise.reject(new Error(`It ended: ${output}`))),
  ])
}

async function replaceIn(file: string, text: string, replacement: string): Promise<void> {
  const at = path.join(copy, file)
  const saved = await readFile(at, 'utf8')
  expect(saved).toContain(text)
  await writeFile(at, saved.replace(text, replacement))
}

const textOf = async (at: string) => (await fetch(url + at, { headers: { accept: 'text/html' } })).text()

test('shows a saved change of a page at the next request, with the scripts of development', async () => {
  const before = await textOf('/parts')
  expect(before).toContain('>Parts by car<')
  expect(before).toContain('/@id/')
  await replaceIn('src/web/routes/parts/parts.tsx', 'Parts by car', 'Saved just now')
  await expect.poll(() => textOf('/parts')).toContain('>Saved just now<')
})

test('opens the store again after a saved change of a rule, on the same data', async () => {
  const products = await textOf('/products?limit=2')
  const missing = async () => (await fetch(`${url}/product/x`)).json()
  expect(await missing()).toMatchObject({ title: 'Please log in' })
  await replaceIn('src/api/refusal-status.ts', "'Please log in'", "'Saved just now'")
  await expect.poll(missing).toMatchObject({ title: 'Saved just now' })
  expect(await textOf('/products?limit=2')).toBe(products)
})
