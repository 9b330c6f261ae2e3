import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '#config/config.ts'
import { readConfig } from '#config/env.ts'
import { lockDataFolder } from '#db/embedded/lock-data-folder.ts'
import { createLog } from '#server/log.ts'
import { seedStore } from '#server/seed/seed-if-empty.ts'
import { CommandRefusedError, openStoreDatabase, readArguments, runCommand } from './open-database.ts'
import { emptyTables, refuseWhileStoreRuns } from './store-tables.ts'

const HELP = `Use: npx driveline reset [--yes]

Empties a demo store and seeds it again. The store must not be running.
  --yes  needed if DATABASE_URL is set, whose database loses its products, orders, payments and accounts`

/**
 * Refuses if a reset would destroy data that is not demo data.
 * @param options.yes whether the operator allows it for the database of DATABASE_URL.
 * @throws CommandRefusedError
 */
export function checkMayReset(
  config: Pick<Config, 'demo' | 'DATABASE_URL'>,
  { yes }: { yes: boolean },
): void {
  if (!config.demo)
    throw new CommandRefusedError(
      'This is not a demo store (DEMO=0 or NODE_ENV=production): its data is never reset.',
    )
  if (config.DATABASE_URL && !yes) {
    const { host, pathname } = new URL(config.DATABASE_URL)
    throw new CommandRefusedError(
      `DATABASE_URL is the database ${pathname.slice(1)} on ${host}. A reset deletes all products, orders, payments and accounts in it. ` +
        'If you are sure, run: npx driveline reset --yes',
    )
  }
}

if (import.meta.main) {
  await runCommand(HELP, async () => {
    const { values } = readArguments(HELP, { options: { yes: { type: 'boolean', default: false } } })
    const config = readConfig()
    checkMayReset(config, values)
    using _lock = lockDataFolder(config.DATA_DIR)
    await using database = await openStoreDatabase(config)
    console.log('Emptying the store …')
    await refuseWhileStoreRuns(database.pool)
    await emptyTables(database.pool)
    await rm(path.join(config.DATA_DIR, 'images'), { recursive: true, force: true })
    await seedStore({
      config,
      databaseUrl: database.url,
      // Only actionable messages: a connection that closes late is not one.
      log: createLog('error'),
      say: (line) => console.log(line),
    })
    console.log('Demo data reset. All users are signed out. Start the store with "npm start".')
  })
}
