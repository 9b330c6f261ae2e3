import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { readConfig } from '#config/env.ts'
import type { Database } from '#db/connection.ts'
import type { StoreContent } from '#domain/content/store-content.ts'
import { ACES_VERSIONS } from '#domain/imports/aces/export-aces.server.ts'
import { exportParts } from '#domain/imports/export-parts.server.ts'
import { IMPORT_KINDS } from '#domain/imports/imported-file.ts'
import { fileRefused, openStoreDatabase, readArguments, runCommand, wrongOptions } from './open-database.ts'
import { readStoreContent } from './store-content.ts'

const HELP = `Use: npx driveline export products <file.csv> [--json]
 or: npx driveline export aces <file.xml> [--version ${ACES_VERSIONS.join('|')}] [--json]
 or: npx driveline export pies <file.xml> [--json]

Writes a file that the store can import: all parts with a number (products), which vehicles they fit (aces),
or the parts with their other numbers (pies). The store may be running.
  --json  prints one object for programs`

/**
 * Exports data of the store to a file, which appears only when it is complete and replaces an existing one.
 * @param store the company that the file names, and the time zone of its day.
 * @throws CommandRefusedError for another kind or version, and for a file that cannot be written.
 */
export async function exportFile(
  db: Database,
  kind: string,
  file: string,
  store: Pick<StoreContent, 'name' | 'timeZone'>,
  version?: string,
): Promise<void> {
  const acesVersion = ACES_VERSIONS.find((one) => one === version)
  if (version !== undefined && !acesVersion)
    throw wrongOptions(`There is no version ${version} of ACES here.`, HELP)
  const known = IMPORT_KINDS.find((one) => one === kind)
  if (!known) throw wrongOptions(`There is no export of ${kind}.`, HELP)
  const { chunks } = exportParts(db, known, store, acesVersion)
  // A unique name: another export to the same file may be running.
  const unfinished = `${file}.${randomUUID().slice(0, 8)}.part`
  try {
    await pipeline(Readable.from(chunks), createWriteStream(unfinished))
    await rename(unfinished, file)
  } catch (error) {
    // The first error is the one to report.
    await rm(unfinished, { force: true }).catch(() => undefined)
    throw fileRefused(error, file, 'written')
  }
}

if (import.meta.main) {
  await runCommand(
    HELP,
    async () => {
      const { values, positionals } = readArguments(HELP, {
        allowPositionals: true,
        options: { version: { type: 'string' }, json: { type: 'boolean', default: false } },
      })
      const [kind, file, ...more] = positionals
      if (kind === undefined || file === undefined || more.length > 0)
        throw wrongOptions('Name what to export, and one file.', HELP)
      const config = readConfig()
      await using database = await openStoreDatabase(config)
      const content = await readStoreContent(config, database.db)
      await exportFile(database.db, kind, file, content, values.version)
      console.log(values.json ? JSON.stringify({ ok: true, file, problems: [] }) : `Written to ${file}.`)
    },
    {},
  )
}
