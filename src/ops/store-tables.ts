import type pg from 'pg'
import { JOB_SCHEMA } from '#db/job-queue.ts'
import { LISTENER_NAME } from '#server/change-channel.ts'
import { CommandRefusedError } from './open-database.ts'

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
