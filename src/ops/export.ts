// npm run export -- products <file.csv>: all parts with a number, as npm run import accepts them.
// npm run export -- aces <file.xml> [--version 3.2|4.2]: the vehicles that parts fit.
// npm run export -- pies <file.xml>: all parts with a number, with their other numbers.
// --json: one object for programs. The store may be running.
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
import {
  CommandRefusedError,
  fileRefused,
  openStoreDatabase,
  readArguments,
  runCommand,
} from './store-database.ts'

const USAGE = `Use: npm run export -- products <file.csv> [--json]
 or: npm run export -- aces <file.xml> [--version ${ACES_VERSIONS.join('|')}] [--json]
 or: npm run export -- pies <file.xml> [--json]`

/**
 * Exports data of the store to a file, which appears only when it is complete and replaces an existing one.
 * @throws CommandRefusedError for another kind or version.
 */
export async function exportFile(
  db: Database,
  kind: string,
  file: string,
  { version = '4.2', company }: { version?: string | undefined; company: string },
): Promise<void> {
  const known = ACES_VERSIONS.find((one) => one === version)
  if (!known) throw new CommandRefusedError(USAGE, 'wrong_options')
  const day = dayOf(new Date())
  const parts =
    kind === 'products'
      ? exportProducts(db)
      : kind === 'aces'
        ? exportAces(db, { version: known, company, day })
        : kind === 'pies'
          ? exportPies(db, { company, day })
          : null
  if (!parts) throw new CommandRefusedError(USAGE, 'wrong_options')
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
  await runCommand(async () => {
    const { values, positionals } = readArguments(USAGE, {
      allowPositionals: true,
      options: { version: { type: 'string' }, json: { type: 'boolean', default: false } },
    })
    const [kind, file, ...more] = positionals
    if (kind === undefined || file === undefined || more.length > 0)
      throw new CommandRefusedError(USAGE, 'wrong_options')
    const config = readConfig()
    await using database = await openStoreDatabase(config)
    await exportFile(database.db, kind, file, {
      version: values.version,
      company: config.sender.name || 'Store',
    })
    console.log(values.json ? JSON.stringify({ ok: true, file, problems: [] }) : `Written to ${file}.`)
  }, {})
}
