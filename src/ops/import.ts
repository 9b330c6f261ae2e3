// npm run import -- products <file.csv> [--apply] [--json] [--columns theirs=ours,…]: adds and changes parts. Without --apply a dry run.
// npm run import -- vehicles <file.csv> [--apply] [--json]: adds vehicles of the finder.
// npm run import -- pies <file.xml|zip> [--skip-unknown] [--apply] [--json]: changes names, texts, prices and numbers of parts.
// npm run import -- aces <file.xml|zip> --map <map.csv> [--skip-unknown] [--apply] [--json]: says which vehicles parts fit.
// Also while the store runs.
import { constants, createReadStream } from 'node:fs'
import { access, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { readConfig } from '#config/env.ts'
import type { Database } from '#db/connection.ts'
import { readMap } from '#domain/imports/aces/base-vehicles.ts'
import { openCommandJournal } from '#domain/imports/command-journal.server.ts'
import { importAces } from '#domain/imports/aces/import-aces.server.ts'
import { readAces } from '#domain/imports/aces/read-aces.ts'
import { importProducts } from '#domain/imports/import-products.server.ts'
import type { PictureSource } from '#domain/imports/picture-source.ts'
import { type ImportProblem, withFileProblems } from '#domain/imports/import-report.ts'
import { importVehicles, VEHICLE_COLUMNS } from '#domain/imports/import-vehicles.server.ts'
import { PRODUCT_COLUMNS, type ProductColumn } from '#domain/imports/product-columns.ts'
import { importPies } from '#domain/imports/pies/import-pies.server.ts'
import { readPies } from '#domain/imports/pies/read-pies.ts'
import { decodeXml } from '#domain/imports/xml/decode-xml.ts'
import { unzipped } from '#domain/imports/xml/unzip.ts'
import { readCsv, readWholeCsv } from '#domain/imports/read-csv.ts'
import type { FileReport } from '#domain/imports/stored-report.ts'
import { formatCount } from '#domain/shared/format-count.ts'
import { createImageRecords } from '#domain/products/image-records.server.ts'
import { type ImageStore, MAX_IMAGE_BYTES } from '#domain/products/image-store.ts'
import { storedPicture } from '#domain/products/stored-picture.ts'
import { openPictures } from '#integrations/images/choose-images.ts'
import {
  CommandRefused,
  fileRefused,
  openStoreDatabase,
  readArguments,
  runCommand,
} from './store-database.ts'

const USAGE = `Use: npm run import -- products <file.csv> [--apply] [--json] [--columns "their heading=ours,…"]
 or: npm run import -- vehicles <file.csv> [--apply] [--json]
 or: npm run import -- aces <file.xml> --map <map.csv> [--skip-unknown] [--apply] [--json]
 or: npm run import -- pies <file.xml> [--skip-unknown] [--apply] [--json]`
/** Problems and changes that are printed; --json prints all problems, and whatever happens one object. */
const PRINTED = 20

/** What an import needs of the store. `appUrl`: its address, without a trailing slash; a store without one is at any port of this machine. */
export type ImportStore = { db: Database; images: ImageStore; appUrl?: string | undefined }

/**
 * Imports the parts of a CSV file, or says what would be done.
 * @param options.columns other headings, "theirs=ours,…".
 * @throws CommandRefused for wrong options and unreadable files.
 */
export async function importProductFile(
  { db, images, appUrl }: ImportStore,
  file: string,
  { apply, columns = '' }: { apply: boolean; columns?: string | undefined },
): Promise<FileReport> {
  const renamed = readRenamed(columns)
  const opened = await openFile(file, MAX_BYTES)
  const journal = openCommandJournal('products', file)
  let csv = readCsv(opened(), PRODUCT_COLUMNS, renamed)
  const result = await importProducts(db, () => (csv = readCsv(opened(), PRODUCT_COLUMNS, renamed)), {
    apply,
    pictures: picturesBeside(file, images, appUrl),
    journal,
  })
  const report = { ...result, ignored: csv.ignored, headings: csv.headings }
  await journal.report(db, report)
  return report
}

/**
 * Imports the vehicles of a CSV file, or says what would be done.
 * @throws CommandRefused for unreadable files.
 */
export async function importVehicleFile(
  db: Database,
  file: string,
  { apply }: { apply: boolean },
): Promise<FileReport> {
  const { lines, problems, ignored } = await readWholeCsv(
    (await openFile(file, MAX_BYTES))(),
    VEHICLE_COLUMNS,
  )
  const journal = openCommandJournal('vehicles', file)
  const result = await importVehicles(db, lines, {
    apply: apply && problems.length === 0,
    finish: (trx) => journal.finish(trx),
  })
  const report = { ...withFileProblems(result, problems), ignored }
  await journal.report(db, report)
  return report
}

/**
 * Imports which vehicles parts fit from an ACES file, which may be in a zip archive, or says what would be done.
 * @param options.map the CSV file that says what the numbers of base vehicles mean; files without such numbers need none.
 * @throws CommandRefused for unreadable files.
 */
export async function importAcesFile(
  db: Database,
  file: string,
  { apply, map, skipUnknown = false }: { apply: boolean; map?: string | undefined; skipUnknown?: boolean },
): Promise<FileReport> {
  const { vehicles, problems, ignored } = await readMap(
    map === undefined ? null : (await openFile(map, MAX_BYTES))(),
  )
  const records = readAces(decodeXml(unzipped((await openFile(file))())))
  const journal = openCommandJournal('aces', file)
  const result = await importAces(db, records, vehicles, {
    apply: apply && problems.length === 0,
    skipUnknown,
    journal,
  })
  const report = { ...withFileProblems(result, problems), ignored }
  await journal.report(db, report)
  return report
}

/**
 * Imports what a PIES file says of parts, or says what would be done.
 * @throws CommandRefused for unreadable files.
 */
export async function importPiesFile(
  db: Database,
  file: string,
  { apply, skipUnknown = false }: { apply: boolean; skipUnknown?: boolean },
): Promise<FileReport> {
  const records = readPies(decodeXml(unzipped((await openFile(file))())))
  const journal = openCommandJournal('pies', file)
  const report = { ...(await importPies(db, records, { apply, skipUnknown, journal })), ignored: [] }
  await journal.report(db, report)
  return report
}

/** Largest CSV file, in bytes; a larger one is split. */
const MAX_BYTES = 200 * 2 ** 20

/**
 * The bytes of a file as they are read, each time from its beginning.
 * @param most bytes of the file.
 */
async function openFile(file: string, max = Infinity): Promise<() => AsyncIterable<Uint8Array>> {
  const refuse = (error: unknown) => {
    throw fileRefused(error, file, 'read')
  }
  const found = await stat(file).catch(refuse)
  if (found.isDirectory()) throw new CommandRefused(`${file} is a folder. Name a file.`, 'unreadable_file')
  if (!found.isFile()) throw new CommandRefused(`${file} is not a file.`, 'unreadable_file')
  if (found.size > max)
    throw new CommandRefused(
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
        throw new CommandRefused(
          `--columns "${pair.trim()}" is not "their heading=ours". Ours are: ${PRODUCT_COLUMNS.join(', ')}.`,
          'wrong_options',
        )
      return [theirs, column]
    }),
  )
}

/** Pictures that a file names: addresses of this store's own, or files in its folder. */
function picturesBeside(file: string, images: ImageStore, appUrl: string | undefined): PictureSource {
  const folder = path.dirname(path.resolve(file))
  const isFile = (picture: string) => !picture.startsWith('/') && !picture.includes('://')
  const pathOf = (picture: string) => path.resolve(folder, picture)
  const checkFile = async (picture: string): Promise<string | null> => {
    if (!pathOf(picture).startsWith(folder + path.sep))
      return 'Pictures have to be in the folder of the file.'
    const found = await stat(pathOf(picture)).catch(() => null)
    if (!found?.isFile()) return `There is no picture ${picture} in the folder of the file.`
    return found.size > MAX_IMAGE_BYTES ? `A picture has at most ${MAX_IMAGE_BYTES / 2 ** 20} MB.` : null
  }
  return {
    isFile,
    asStored: (picture) =>
      storedPicture(appUrl ?? /^http:\/\/localhost:\d+(?=\/)/.exec(picture)?.[0] ?? '', picture),
    async check(pictures) {
      const owned = await images.ownedOf(pictures.filter((picture) => !isFile(picture)))
      const problems = new Map<string, string>()
      for (const picture of pictures) {
        const problem = isFile(picture)
          ? await checkFile(picture)
          : owned.has(picture)
            ? null
            : `The store has no picture ${picture.slice(0, 80)}. Enter the name of a file beside this one.`
        if (problem !== null) problems.set(picture, problem)
      }
      return problems
    },
    store: async (picture) => (await images.put(await readFile(pathOf(picture)))).url,
  }
}

/** The report for people. */
export function describeImport(
  { ok, counts, problems, changes, changeCount, ignored }: FileReport,
  applied: boolean,
): string {
  const { added, changed, removed, unchanged, refused } = counts
  const errors = problems.filter(({ warning }) => !warning)
  const warnings = problems.filter(({ warning }) => warning)
  const problemText = ({ line, field, message }: ImportProblem) =>
    `  line ${line}${field ? `, ${field}` : ''}: ${message}`
  const some = <T>(all: readonly T[], line: (one: T) => string, count = all.length) => [
    ...all.slice(0, PRINTED).map(line),
    ...(count > PRINTED ? [`  … and ${formatCount(count - PRINTED)} more`] : []),
  ]
  return [
    `${added} added, ${changed} changed, ${removed} removed, ${unchanged} unchanged, ${refused} refused`,
    ...(ignored.length > 0 ? [`Columns that are not used: ${ignored.join(', ')}`] : []),
    ...some(
      changes,
      ({ line, partNumber, fields }) =>
        `  line ${line}, ${partNumber}: ${fields.map(({ field, before, after }) => `${field} ${before || '(none)'} → ${after || '(none)'}`).join(', ')}`,
      changeCount,
    ),
    ...some(errors, problemText),
    ...some(warnings, (problem) => `${problemText(problem)} (only a warning)`),
    !ok
      ? 'Nothing was changed. Correct these lines and run it again.'
      : applied
        ? 'Done.'
        : 'This was a dry run: nothing was changed. Add --apply to do it.',
  ].join('\n')
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
      const importFile = IMPORTS.get(kind)
      if (
        !importFile ||
        file === undefined ||
        more.length > 0 ||
        (kind !== 'products' && values.columns !== undefined) ||
        (kind !== 'aces' && values.map !== undefined) ||
        (kind !== 'aces' && kind !== 'pies' && values['skip-unknown'])
      )
        throw new CommandRefused(USAGE, 'wrong_options')
      const config = readConfig()
      await using database = await openStoreDatabase(config)
      const { db } = database
      const { images } = openPictures(config, createImageRecords(db))
      const store = { db, images, appUrl: config.APP_URL }
      const described = await importFile(store, file, { ...values, skipUnknown: values['skip-unknown'] })
      const { ok, counts, problems } = described
      if (values.json) console.log(JSON.stringify({ ok, counts, problems }))
      else console.log(describeImport(described, values.apply))
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
