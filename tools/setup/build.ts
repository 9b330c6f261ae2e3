import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { storeCommand } from '../../src/server/store-command.mjs'

// npm run build: the pages by React Router, a compressed twin beside each text file that browsers fetch, and the store's compiled code.

const root = path.join(import.meta.dirname, '../..')
const router = path.join(root, 'node_modules/@react-router/dev/bin.cjs')
// In a shell of a developer or of a test NODE_ENV is another, and React's development build is not what browsers get: it breaks our Trusted Types.
const built = spawnSync(process.execPath, [router, 'build'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, NODE_ENV: 'production' },
})
if (built.status !== 0) process.exit(built.status ?? 1)

const client = path.join(root, 'build/client')
for (const name of readdirSync(client, { recursive: true, encoding: 'utf8' })) {
  if (!/\.(?:js|css|svg|json|webmanifest|txt|xml)$/.test(name)) continue
  const file = path.join(client, name)
  const bytes = readFileSync(file)
  if (bytes.length < 1024) continue
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }))
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
}

// A store without a compile cache loads the type stripper, which stays in memory (40 MB). So one is started here, on data
// that are thrown away, until it is open. What goes wrong with it is for the real start to say.
const { args, env: cache } = storeCommand(root)
rmSync(cache.NODE_COMPILE_CACHE ?? '', { recursive: true, force: true })
const dataDir = mkdtempSync(path.join(tmpdir(), 'driveline-build-'))
const store = spawn(process.execPath, args, {
  cwd: root,
  // None of the settings of the real store: no other database, no other services.
  env: { ...cache, PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: '0' },
  stdio: ['ignore', 'pipe', 'ignore'],
})
const limit = setTimeout(() => store.kill(), 60_000)
store.stdout.on('data', (said: Buffer) => {
  if (said.includes('is open at')) store.kill()
})
await new Promise((ended) => store.once('close', ended))
clearTimeout(limit)
rmSync(dataDir, { recursive: true, force: true })
