// npm run import -- products <file.csv> [--apply] [--json] [--columns theirs=ours,…]: adds and changes parts. Without --apply a dry run.
// npm run import -- vehicles <file.csv> [--apply] [--json]: adds vehicles of the finder.
// npm run import -- pies <file.xml|zip> [--skip-unknown] [--apply] [--json]: changes names, texts, prices and numbers of parts.
// npm run import -- aces <file.xml|zip> --map <map.csv> [--skip-unknown] [--apply] [--json]: says which vehicles parts fit.
// Also while the store runs.
import { constants, createReadStream } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { readConfig } from '#config/env.ts'
import type { Database } from '#db/connection.ts'
import { openCommandJournal } from '#domain/imports/command-journal.server.ts'
import { type FileToImport, importFile } from '#domain/imports/import-file.server.ts'
import { PRODUCT_COLUMNS, type ProductColumn } from '#domain/imports/csv-product-columns.ts'
import type { FileReport } from '#domain/imports/stored-report.ts'
import { createImageRecords } from '#domain/products/image-records.server.ts'
import type { ImageStore } from '#domain/products/image-store.ts'
import { openPictures } from '#integrations/images/choose-images.ts'
import { describeImport } from './describe-import.ts'
import { picturesBeside } from './local-pictures.ts'
import {
  CommandRefusedError,
  fileRefused,
  openStoreDatabase,
  readArguments,
  runCommand,
} from './store-database.ts'

const USAGE = `Use: npm run import -- products <file.csv> [--apply] [--json] [--columns "their heading=ours,…"]
 or: npm run import -- vehicles <file.csv> [--apply] [--json]
 or: npm run import -- aces <file.xml> --map <map.csv> [--skip-unknown] [--apply] [--json]
 or: npm run import -- pies <file.xml> [--skip-unknown] [--apply] [--json]`

/** What an import needs of the store. `appUrl`: its address, without a trailing slash; a store without one is at any port of this machine. */
export type ImportStore = { db: Database; images: ImageStore; appUrl?: string | undefined }

/**
 * Imports the parts of a CSV file, or says what would be done.
 * @param options.columns other headings, "theirs=ours,…".
 * @throws CommandRefusedError for wrong options and unreadable files.
 */
export async function importProductFile(
  { db, images, appUrl }: ImportStore,
  file: string,
  { apply, columns = '' }: { apply: boolean; columns?: string | undefined },
): Promise<FileReport> {
  const renamed = readRenamed(columns)
  const open = await openFile(file, MAX_BYTES)
  const pictures = picturesBeside(file, images, appUrl)
  return importListed(db, file, { kind: 'products', open, columns: renamed, pictures }, apply)
}

/**
 * Imports the vehicles of a CSV file, or says what would be done.
 * @throws CommandRefusedError for unreadable files.
 */
export async function importVehicleFile(
  db: Database,
  file: string,
  { apply }: { apply: boolean },
): Promise<FileReport> {
  return importListed(db, file, { kind: 'vehicles', open: await openFile(file, MAX_BYTES) }, apply)
}

/**
 * Imports which vehicles parts fit from an ACES file, which may be in a zip archive, or says what would be done.
 * @param options.map the CSV file that says what the numbers of base vehicles mean; files without such numbers need none.
 * @throws CommandRefusedError for unreadable files.
 */
export async function importAcesFile(
  db: Database,
  file: string,
  {
    apply,
    map: mapFile,
    skipUnknown = false,
  }: { apply: boolean; map?: string | undefined; skipUnknown?: boolean },
): Promise<FileReport> {
  const map = mapFile === undefined ? null : (await openFile(mapFile, MAX_BYTES))()
  return importListed(db, file, { kind: 'aces', open: await openFile(file), map, skipUnknown }, apply)
}

/**
 * Imports what a PIES file says of parts, or says what would be done.
 * @throws CommandRefusedError for unreadable files.
 */
export async function importPiesFile(
  db: Database,
  file: string,
  { apply, skipUnknown = false }: { apply: boolean; skipUnknown?: boolean },
): Promise<FileReport> {
  return importListed(db, file, { kind: 'pies', open: await openFile(file), skipUnknown }, apply)
}

/** Imports a file, and lists the import among the uploaded ones. */
async function importListed(
  db: Database,
  file: string,
  content: FileToImport,
  apply: boolean,
): Promise<FileReport> {
  const journal = openCommandJournal(content.kind, file)
  const report = await importFile(db, content, { apply, journal })
  await journal.report(db, report)
  return report
}

/** Largest CSV file, in bytes; a larger one is split. */
const MAX_BYTES = 200 * 2 ** 20

/**
 * The bytes of a file as they are read, each time from its beginning.
 * @param max bytes of the file.
 */
async function openFile(file: string, max = Infinity): Promise<() => AsyncIterable<Uint8Array>> {
  const refuse = (error: unknown) => {
    throw fileRefused(error, file, 'read')
  }
  const info = await stat(file).catch(refuse)
  if (info.isDirectory())
    throw new CommandRefusedError(`${file} is a folder. Name a file.`, 'unreadable_file')
  if (!info.isFile()) throw new CommandRefusedError(`${file} is not a file.`, 'unreadable_file')
  if (info.size > max)
    throw new CommandRefusedError(
      `${file} is larger than ${max / 2 ** 20} MB. Split it into several files.`,
      'file_too_large',
    )
  await access(file, constants.R_OK).catch(refuse)
  return () => createReadStream(file)
}

/** "theirs=ours,…" by heading. */
function readRenamed(text: string): Map<string, ProductColumn> {
  const pairs = text.split(',').filter((pair) => pair.trim() !== '')
  return new Map(
    pairs.map((pair) => {
      const [theirs = '', ours = ''] = pair.split('=').map((name) => name.trim())
      const column = PRODUCT_COLUMNS.find((name) => name.toLowerCase() === ours.toLowerCase())
      if (theirs === '' || !column)
        throw new CommandRefusedError(
          `--columns "${pair.trim()}" is not "their heading=ours". Ours are: ${PRODUCT_COLUMNS.join(', ')}.`,
          'wrong_options',
        )
      return [theirs, column]
    }),
  )
}

type Options = ReturnType<typeof readOptions>['values'] & { skipUnknown: boolean }
const IMPORTS = new Map<
  string | undefined,
  (store: ImportStore, file: string, options: Options) => Promise<FileReport>
>([
  ['products', importProductFile],
  ['vehicles', ({ db }, file, options) => importVehicleFile(db, file, options)],
  ['aces', ({ db }, file, options) => importAcesFile(db, file, options)],
  ['pies', ({ db }, file, options) => importPiesFile(db, file, options)],
])

if (import.meta.main) {
  await runCommand(
    async () => {
      const { values, positionals } = readOptions()
      const [kind, file, ...more] = positionals
      const importKind = IMPORTS.get(kind)
      if (
        !importKind ||
        file === undefined ||
        more.length > 0 ||
        (kind !== 'products' && values.columns !== undefined) ||
        (kind !== 'aces' && values.map !== undefined) ||
        (kind !== 'aces' && kind !== 'pies' && values['skip-unknown'])
      )
        throw new CommandRefusedError(USAGE, 'wrong_options')
      const config = readConfig()
      await using database = await openStoreDatabase(config)
      const { db } = database
      const { images } = openPictures(config, createImageRecords(db))
      const store = { db, images, appUrl: config.APP_URL }
      const report = await importKind(store, file, { ...values, skipUnknown: values['skip-unknown'] })
      const { ok, counts, problems } = report
      if (values.json) console.log(JSON.stringify({ ok, counts, problems }))
      else console.log(describeImport(report, values.apply))
      return ok
    },
    { counts: { added: 0, changed: 0, removed: 0, unchanged: 0, refused: 0 } },
  )
}

function readOptions() {
  return readArguments(USAGE, {
    allowPositionals: true,
    options: {
      apply: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      columns: { type: 'string' },
      map: { type: 'string' },
      'skip-unknown': { type: 'boolean', default: false },
    },
  })
}
