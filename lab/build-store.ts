import { spawnSync } from 'node:child_process'
import path from 'node:path'

/** Builds the store if a source has changed since the last build. Ends the process if that fails. */
export function buildStore(): void {
  const prepare = path.join(import.meta.dirname, '../tools/setup/prepare.mjs')
  const { status } = spawnSync(process.execPath, [prepare, 'build'], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
