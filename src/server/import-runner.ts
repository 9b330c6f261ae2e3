import { databaseFailure } from '#db/database-failure.ts'
import { runImports } from '#domain/imports/run-imports.server.ts'
import type { Shop } from '#domain/shop.ts'
import type { Log } from './log.ts'

/**
 * Works on imported files in the background of this process. `start` while it runs makes it look once more at the end, as a file may have
 * come in between.
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
        if (error instanceof Error && databaseFailure(error))
          log.warn({ reason: error.message }, 'an import was postponed: the database failed')
        else log.error({ err: error }, 'an import failed')
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
