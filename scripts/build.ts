import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

// npm run build: the pages by React Router, then a compressed twin beside each text file that browsers fetch.

const root = path.join(import.meta.dirname, '..')
const router = path.join(root, 'node_modules/@react-router/dev/bin.cjs')
const built = spawnSync(process.execPath, [router, 'build'], { cwd: root, stdio: 'inherit' })
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
