import { runImports } from '#domain/imports/run-imports.server.ts'
import type { Shop } from '#domain/shop.ts'
import { type Log, logFailure } from './log.ts'

/**
 * Processes imported files in the background of this process. Calling `start` during a run makes it check
 * once more at the end, since a file may have arrived after its last check.
 */
export function createImportRunner(shop: () => Shop, log: Log) {
  let running: Promise<void> | null = null
  let again = false
  let stopped = false

  async function run(): Promise<void> {
    do {
      again = false
      try {
        await runImports(shop(), () => stopped)
      } catch (error) {
        if (stopped) return
        logFailure(log, error, { postponed: 'an import was postponed', failed: 'an import failed' })
      }
    } while (again && !stopped)
  }

  return {
    start() {
      if (stopped) return
      again = true
      running ??= run().finally(() => (running = null))
    },
    async stop() {
      stopped = true
      await running
    },
  }
}
