import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'

/** Builds the pages, unless the last build had the same sources. */
export async function buildPages(): Promise<void> {
  const prepare = path.join(import.meta.dirname, '../../tools/setup/prepare.mjs')
  await promisify(execFile)(process.execPath, [prepare, 'build'])
}
