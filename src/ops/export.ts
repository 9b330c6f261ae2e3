import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { readConfig } from '#config/env.ts'
import type { Database } from '#db/connection.ts'
import { ACES_VERSIONS, exportAces } from '#domain/imports/aces/export-aces.server.ts'
import { exportProducts } from '#domain/imports/export-products.server.ts'
import { exportPies } from '#domain/imports/pies/export-pies.server.ts'
import { dayOf } from '#domain/shared/shop-days.ts'
import { fileRefused, openStoreDatabase, readArguments, runCommand, wrongOptions } from './open-database.ts'

const HELP = `Use: npx driveline export products <file.csv> [--json]
 or: npx driveline export aces <file.xml> [--version ${ACES_VERSIONS.join('|')}] [--json]
 or: npx driveline export pies <file.xml> [--json]

Writes a file that the store can import: all parts with a number (products), which vehicles they fit (aces),
or the parts with their other numbers (pies). The store may be running.
  --json  prints one object for programs`

/**
 * Exports data of the store to a file, which appears only when it is complete and replaces an existing one.
 * @throws CommandRefusedError for another kind or version, and for a file that cannot be written.
 */
export async function exportFile(
  db: Database,
  kind: string,
  file: string,
  { version = '4.2', company }: { version?: string | undefined; company: string },
): Promise<void> {
  const known = ACES_VERSIONS.find((one) => one === version)
  if (!known) throw wrongOptions(`There is no version ${version} of ACES here.`, HELP)
  const day = dayOf(new Date())
  const parts =
    kind === 'products'
      ? exportProducts(db)
      : kind === 'aces'
        ? exportAces(db, { version: known, company, day })
        : kind === 'pies'
          ? exportPies(db, { company, day })
          : null
  if (!parts) throw wrongOptions(`There is no export of ${kind}.`, HELP)
  // A unique name: another export to the same file may be running.
  const unfinished = `${file}.${randomUUID().slice(0, 8)}.part`
  try {
    await pipeline(Readable.from(parts), createWriteStream(unfinished))
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
      await exportFile(database.db, kind, file, {
        version: values.version,
        company: config.sender.name || 'Store',
      })
      console.log(values.json ? JSON.stringify({ ok: true, file, problems: [] }) : `Written to ${file}.`)
    },
    {},
  )
}
