// The store with hosted services, each against the provider's own program. Those are large, so each has a
// folder of its own with its own lockfile, installed here; where that is impossible the tests are skipped
// with a clear line.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { buildStore } from '../build-store.ts'

const folder = path.join(import.meta.dirname, 'firebase')
const require = createRequire(import.meta.url)

buildStore()
function run(program: string, args: string[], cwd: string): number {
  return spawnSync(program, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] }).status ?? 1
}

if (!existsSync(path.join(folder, 'node_modules/firebase-tools'))) {
  console.log('Installing firebase-tools for these tests (about 250 MB) …')
  // Its install scripts build nothing that the emulator needs.
  const code = run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], folder)
  if (code !== 0) {
    console.log('SKIPPED: firebase-tools could not be installed, so sign-in by Firebase was not tested.')
    process.exit(0)
  }
}
const playwright = path.join(require.resolve('@playwright/test/package.json'), '../cli.js')
const config = path.join(import.meta.dirname, 'playwright.config.ts')
process.exit(
  run(process.execPath, [playwright, 'test', '-c', config, ...process.argv.slice(2)], process.cwd()),
)
