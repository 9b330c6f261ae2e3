// The format of a backup: a folder with manifest.json, tables/<name>.copy.gz, images/<name> and
// secrets/<name>.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { z } from 'zod'
import { namesOfSeries, OlderStoreError } from '#db/take-over.ts'
import { CommandRefusedError } from './open-database.ts'
import { STORE_TABLES } from './store-tables.ts'

/**
 * Sessions and tokens are not restored: one that ended after the backup must not become valid again. Everyone
 * signs in again.
 */
const SIGNED_IN: readonly string[] = [
  'access_tokens',
  'identity."session"',
  'identity."verification"',
  'identity."issuer_session"',
]

/** Tables that are derived from products; rebuild_product_search() fills them again. */
export const DERIVED_TABLES: readonly string[] = [
  'listing_slugs',
  'product_counts',
  'product_search',
  'search_words',
]

/**
 * A restored store does not send emails again: neither queued ones, nor dead letters, nor those that follow
 * from events before the backup. The backup records which emails an order has led to.
 */
const MAILS: readonly string[] = ['dead_letters', 'order_mail_position']

/** Rows of running processes, which a copy of the database must not have. */
export const PROCESS_TABLES: readonly string[] = ['heartbeat', 'leases']

/**
 * Tables that are empty in a restored store, including the heartbeat, leases and uploads of running
 * processes: a restored copy would otherwise delete files of the original's bucket.
 */
export const NOT_RESTORED: readonly string[] = [...SIGNED_IN, ...MAILS, ...PROCESS_TABLES, 'picture_uploads']

/** The tables that a backup contains. */
export const BACKUP_TABLES = STORE_TABLES.filter(
  (table) => ![...NOT_RESTORED, ...DERIVED_TABLES].includes(table),
)

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)
/** A name inside the backup: never a path out of it. */
const FileName = z.string().regex(/^(?:tables|images|secrets)\/[\w-][\w.-]*$/)

const ManifestSchema = z.object({
  format: z.literal(1),
  /** Version of the store that wrote it, and its applied migrations. */
  store: z.string(),
  migrations: z.array(z.string()),
  takenAt: z.iso.datetime(),
  tables: z
    .array(
      z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number().int(), file: FileName }),
    )
    .refine((tables) => new Set(tables.map(({ name }) => name)).size === tables.length),
  files: z.record(FileName, Sha256),
  /** A fingerprint of the auth secret: second factors need the same secret. */
  authSecret: Sha256,
})
export type Manifest = z.output<typeof ManifestSchema>

/**
 * Reads the manifest of a backup.
 * @throws CommandRefusedError when the folder is not a backup, or has an unknown format.
 */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, 'manifest.json'), 'utf8').catch(() => {
    throw new CommandRefusedError(`${folder} is not a backup: it has no manifest.json.`)
  })
  const parsed = ManifestSchema.safeParse(parseOrNull(text))
  if (parsed.success) return parsed.data
  throw new CommandRefusedError(
    `The manifest of ${folder} is damaged, or was made by a newer version of the store. Nothing was changed.`,
  )
}

/** A table's quoted columns without generated ones; empty if there is no such table. */
export async function listColumns(client: Pick<pg.ClientBase, 'query'>, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute
     where attrelid = to_regclass($1) and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  )
  return rows.map(({ name }) => name)
}

/**
 * Reads every file of a backup.
 * @throws CommandRefusedError when one is missing or damaged.
 */
export async function checkFiles(folder: string, manifest: Manifest): Promise<void> {
  const named = manifest.tables.map(({ file }) => file).find((file) => !(file in manifest.files))
  if (named) throw new CommandRefusedError(`The manifest of ${folder} is damaged: it does not list ${named}.`)
  for (const [file, expected] of Object.entries(manifest.files)) {
    const hash = createHash('sha256')
    const digest = await pipeline(createReadStream(path.join(folder, file)), hash).then(
      () => hash.digest('hex'),
      () => null,
    )
    if (digest !== expected)
      throw new CommandRefusedError(
        `${file} of this backup is ${digest === null ? 'missing' : 'damaged'}. Nothing was changed. Use an older backup.`,
      )
  }
}

/**
 * The migrations of a backup, as this version names them.
 * @throws CommandRefusedError for a backup of a version that this one cannot take over.
 */
export function migrationsOf(manifest: Manifest): readonly string[] {
  try {
    return namesOfSeries(manifest.migrations)
  } catch (error) {
    if (!(error instanceof OlderStoreError)) throw error
    throw new CommandRefusedError(
      'This backup was made by an older version of the store, which this version cannot read. Restore it with the last version before ' +
        '1.0.0 (commit 3d20bb98), and back it up again, or start this version on it. Nothing was changed.',
    )
  }
}

/** The applied migrations in order. */
export async function appliedMigrations(client: Pick<pg.ClientBase, 'query'>): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select name from public.store_migrations order by id',
  )
  return rows.map(({ name }) => name)
}

/** A fingerprint for comparing secrets. */
export function fingerprintOf(secret: string): string {
  return createHash('sha256').update(`driveline backup ${secret}`).digest('hex')
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The schema refuses null: the manifest is damaged.
    return null
  }
}
