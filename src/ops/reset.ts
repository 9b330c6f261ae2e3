import { rm } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import type { Config } from '#config/config.ts'
import { readConfig } from '#config/env.ts'
import { lockDataFolder } from '#db/embedded/lock-data-folder.ts'
import { JOB_SCHEMA } from '#db/job-queue.ts'
import { LISTENER_NAME } from '#server/change-channel.ts'
import { createLog } from '#server/log.ts'
import { seedStore } from '#server/seed/seed-if-empty.ts'
import { CommandRefusedError, openStoreDatabase, readArguments, runCommand } from './open-database.ts'

const HELP = `Use: npx driveline reset [--yes]

Empties a demo store and seeds it again. The store must not be running.
  --yes  needed if DATABASE_URL is set, whose database loses its products, orders, payments and accounts`

/**
 * The store's own tables. Only these are emptied: a database of DATABASE_URL may contain other things, too.
 */
export const STORE_TABLES: readonly string[] = [
  'accounts',
  'access_tokens',
  'addresses',
  'audit_entries',
  'cart_lines',
  'carts',
  'contact_messages',
  'core_movements',
  'dead_letters',
  'delivery_areas',
  'delivery_methods',
  'delivery_prices',
  'delivery_settings',
  'delivery_terms',
  'delivery_zones',
  'document_lines',
  'document_numbers',
  'documents',
  'fitment_flags',
  'fitments',
  'garage_vehicles',
  'heartbeat',
  'idempotency_keys',
  'ignored_searches',
  'images',
  'import_changes',
  'import_files',
  'imports',
  'information_notes',
  'leases',
  'listing_slugs',
  'mailbox_mails',
  'missed_searches',
  'order_mail_position',
  'order_mails',
  'order_notes',
  'orders',
  'part_numbers',
  'payment_declines',
  'payments',
  'picture_uploads',
  'product_counts',
  'product_search',
  'product_slugs',
  'products',
  'provider_account',
  'purchases',
  'reconciliations',
  'refunds',
  'return_lines',
  'returns',
  'reviews',
  'sales',
  'sales_settings',
  'search_synonyms',
  'search_words',
  'shipment_lines',
  'shipments',
  'specification_fields',
  'staff_invitations',
  'stock_movements',
  'store_settings',
  'tax_regions',
  'vehicles',
  'identity."user"',
  'identity."session"',
  'identity."account"',
  'identity."verification"',
  'identity."twoFactor"',
  'identity."attempt"',
  'identity."issuer_session"',
  'identity."ended_sign_in"',
  'simulator.intents',
  'simulator.charges',
  'simulator.refunds',
  'simulator.answers',
  'simulator.events',
]

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

/** @throws CommandRefusedError while a store is connected to the database, even one on another machine. */
export async function refuseWhileStoreRuns(database: Pick<pg.ClientBase, 'query'>): Promise<void> {
  const { rows: stores } = await database.query<{ client: string }>(
    `select distinct coalesce(host(client_addr), 'this machine') as client from pg_stat_activity
     where datname = current_database() and starts_with(application_name, $1)`,
    [LISTENER_NAME],
  )
  if (stores[0])
    throw new CommandRefusedError(
      `A store is running on this database (from ${stores[0].client}). Stop it first.`,
    )
}

/**
 * Empties the store's tables and its jobs in one transaction (the caller's, if there is one), and nothing
 * else. The next start adds the jobs that the rows need.
 */
export async function emptyTables(
  database: Pick<pg.ClientBase, 'query'>,
  tables = STORE_TABLES,
): Promise<void> {
  // The first start of a store makes the tables of jobs.
  const { rows } = await database.query(`select where to_regclass('${JOB_SCHEMA}.job') is not null`)
  const jobs = rows.length > 0 ? `; delete from ${JOB_SCHEMA}.job` : ''
  // One simple query is one transaction; the setting ends with it.
  await database.query(
    `select set_config('driveline.emptying', 'yes', true); truncate ${tables.join(', ')} restart identity${jobs}`,
  )
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
