import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'

/** Unpacks vPIC's gzipped database, passes its path to `use`, and deletes it afterwards. */
export function withUnpacked<T>(source: string, use: (file: string) => T): T {
  const folder = mkdtempSync(path.join(tmpdir(), 'vpic-'))
  try {
    const unpacked = path.join(folder, 'vpic.db')
    writeFileSync(unpacked, gunzipSync(readFileSync(source)))
    return use(unpacked)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
