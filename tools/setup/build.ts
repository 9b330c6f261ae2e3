import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { storeCommand } from '../../src/server/store-command.mjs'

// npm run build: the pages by React Router, a compressed copy of each text file for browsers, and the store's
// compile cache. `build.ts pages` leaves out the cache, which belongs to the machine and user that run the
// store.

const root = path.join(import.meta.dirname, '../..')
const router = path.join(root, 'node_modules/@react-router/dev/bin.cjs')
// A shell may set another NODE_ENV: React's development build breaks our Trusted Types.
const built = spawnSync(process.execPath, [router, 'build'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, NODE_ENV: 'production' },
})
if (built.status !== 0) process.exit(built.status ?? 1)

/** Smaller files save less than the headers of a response take, in bytes. */
const MIN_COMPRESSED_BYTES = 512

const client = path.join(root, 'build/client')
for (const name of readdirSync(client, { recursive: true, encoding: 'utf8' })) {
  if (!/\.(?:js|css|svg|json|webmanifest|txt|xml)$/.test(name)) continue
  const file = path.join(client, name)
  const bytes = readFileSync(file)
  if (bytes.length < MIN_COMPRESSED_BYTES) continue
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }))
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
}

if (process.argv[2] === 'pages') process.exit()

// Without a compile cache the store loads Node's type stripper, which stays in memory (40 MB). So a store is
// started here on temporary data until it is ready. Its failures are reported by the real start.
const { args, env: cache } = storeCommand(root)
rmSync(cache.NODE_COMPILE_CACHE ?? '', { recursive: true, force: true })
const dataDir = mkdtempSync(path.join(tmpdir(), 'driveline-build-'))
const store = spawn(process.execPath, args, {
  cwd: root,
  // None of the real store's settings: no other database, no other services.
  env: { ...cache, PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: '0' },
  stdio: ['ignore', 'pipe', 'ignore'],
})
const limit = setTimeout(() => store.kill(), 60_000)
store.stdout.on('data', (output: Buffer) => {
  if (output.includes('is open at')) store.kill()
})
await new Promise((ended) => store.once('close', ended))
clearTimeout(limit)
rmSync(dataDir, { recursive: true, force: true })
