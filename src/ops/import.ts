// npm run import -- products <file.csv> [--apply] [--json] [--columns theirs=ours,…]: adds and changes parts. Without --apply a dry run.
// npm run import -- vehicles <file.csv> [--apply] [--json]: adds vehicles of the finder.
// Also while the store runs.
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type Config, readConfig } from '#config/env.ts'
import type { Database } from '#db/connection.ts'
import {
  importProducts,
  type PictureSource,
  type ProductImport,
} from '#domain/imports/import-products.server.ts'
import type { ImportChange, ImportProblem, ImportReport } from '#domain/imports/import-report.ts'
import { importVehicles, VEHICLE_COLUMNS } from '#domain/imports/import-vehicles.server.ts'
import { PRODUCT_COLUMNS, type ProductColumn } from '#domain/imports/product-row.ts'
import { FOREIGN_PICTURE } from '#domain/products/add-product.server.ts'
import { createImageRecords } from '#domain/products/image-records.server.ts'
import { type ImageStore, MAX_IMAGE_BYTES } from '#domain/products/image-store.ts'
import { createHostedImages } from '#integrations/images/hosted.ts'
import { createLocalImages } from '#integrations/images/local-disk.ts'
import { readCsv } from './read-csv.ts'
import { CommandRefused, openStoreDatabase, runCommand } from './store-database.ts'

const USAGE = `Use: npm run import -- products <file.csv> [--apply] [--json] [--columns "their heading=ours,…"]
 or: npm run import -- vehicles <file.csv> [--apply] [--json]`
/** Problems and changes that are printed; --json prints all problems. */
const PRINTED = 20

/** What an import needs of the store. */
export type ImportStore = { db: Database; images: ImageStore }

/**
 * Imports the parts of a CSV file, or says what would be done.
 * @param options.columns other headings, "theirs=ours,…".
 * @throws CommandRefused for wrong options and unreadable files.
 */
export async function importProductFile(
  { db, images }: ImportStore,
  file: string,
  { apply, columns = '' }: { apply: boolean; columns?: string | undefined },
): Promise<ProductImport & { ignored: string[] }> {
  const { lines, problems, ignored } = await readCsv(file, PRODUCT_COLUMNS, readRenamed(columns))
  // A file that is broken somewhere is not applied in part; what can be read of it is still checked.
  const result = await importProducts(db, lines, {
    apply: apply && problems.length === 0,
    pictures: picturesBeside(file, images),
  })
  return { ...withFileProblems(result, problems), ignored }
}

/**
 * Imports the vehicles of a CSV file, or says what would be done.
 * @throws CommandRefused for unreadable files.
 */
export async function importVehicleFile(
  db: Database,
  file: string,
  { apply }: { apply: boolean },
): Promise<ImportReport & { ignored: string[] }> {
  const { lines, problems, ignored } = await readCsv(file, VEHICLE_COLUMNS, new Map())
  const result = await importVehicles(db, lines, { apply: apply && problems.length === 0 })
  return { ...withFileProblems(result, problems), ignored }
}

/** The report of the lines with what is wrong with the file itself. */
function withFileProblems<R extends ImportReport>(report: R, problems: readonly ImportProblem[]): R {
  return {
    ...report,
    ok: report.ok && problems.length === 0,
    counts: { ...report.counts, refused: report.counts.refused + problems.length },
    problems: [...problems, ...report.problems].toSorted((a, b) => a.line - b.line),
  }
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
        )
      return [theirs, column]
    }),
  )
}

/** Pictures that a file names: addresses of this store's own, or files in its folder. */
function picturesBeside(file: string, images: ImageStore): PictureSource {
  const folder = path.dirname(path.resolve(file))
  const isFile = (picture: string) => !picture.startsWith('/') && !picture.includes('://')
  const pathOf = (picture: string) => path.resolve(folder, picture)
  return {
    isFile,
    async check(picture) {
      if (!isFile(picture))
        return (await images.owns(picture))
          ? null
          : `${FOREIGN_PICTURE} Give the name of a file beside this one.`
      if (!pathOf(picture).startsWith(folder + path.sep))
        return 'Pictures have to be in the folder of the file.'
      const found = await stat(pathOf(picture)).catch(() => null)
      if (!found?.isFile()) return `There is no picture ${picture} in the folder of the file.`
      return found.size > MAX_IMAGE_BYTES ? `A picture has at most ${MAX_IMAGE_BYTES / 2 ** 20} MB.` : null
    },
    store: async (picture) => (await images.put(await readFile(pathOf(picture)))).url,
  }
}

/** The pictures of the store that these settings describe. */
function openImages(config: Config, db: Database): ImageStore {
  const records = createImageRecords(db)
  return config.IMAGE_HOST_URL && config.IMAGE_HOST_KEY
    ? createHostedImages({ url: config.IMAGE_HOST_URL, key: config.IMAGE_HOST_KEY, records })
    : createLocalImages({ dir: path.join(config.DATA_DIR, 'images'), records })
}

type Described = ImportReport & { ignored: readonly string[]; changes?: readonly ImportChange[] }

/** The report for people. */
export function describeImport(
  { ok, counts, problems, changes = [], ignored }: Described,
  applied: boolean,
): string {
  const { added, changed, unchanged, refused } = counts
  const some = <T>(all: readonly T[], line: (one: T) => string) => [
    ...all.slice(0, PRINTED).map(line),
    ...(all.length > PRINTED ? [`  … and ${all.length - PRINTED} more`] : []),
  ]
  return [
    `${added} added, ${changed} changed, ${unchanged} unchanged, ${refused} refused`,
    ...(ignored.length > 0 ? [`Columns that are not used: ${ignored.join(', ')}`] : []),
    ...some(
      changes,
      ({ line, partNumber, fields }) =>
        `  line ${line}, ${partNumber}: ${fields.map(({ field, before, after }) => `${field} ${before || '(none)'} → ${after}`).join(', ')}`,
    ),
    ...some(problems, ({ line, field, message }) => `  line ${line}${field ? `, ${field}` : ''}: ${message}`),
    !ok
      ? 'Nothing was changed. Correct these lines and run it again.'
      : applied
        ? 'Done.'
        : 'This was a dry run: nothing was changed. Add --apply to do it.',
  ].join('\n')
}

if (import.meta.main) {
  await runCommand(async () => {
    const { values, positionals } = readArguments()
    const [kind, file, ...more] = positionals
    if ((kind !== 'products' && kind !== 'vehicles') || file === undefined || more.length > 0)
      throw new CommandRefused(USAGE)
    if (kind === 'vehicles' && values.columns !== undefined) throw new CommandRefused(USAGE)
    const config = readConfig()
    const database = await openStoreDatabase(config)
    try {
      const { db } = database
      const described: Described =
        kind === 'vehicles'
          ? await importVehicleFile(db, file, values)
          : await importProductFile({ db, images: openImages(config, db) }, file, values)
      const { ok, counts, problems } = described
      if (values.json) console.log(JSON.stringify({ ok, counts, problems }))
      else console.log(describeImport(described, values.apply))
      return ok
    } finally {
      await database.close()
    }
  })
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        apply: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        columns: { type: 'string' },
      },
    })
  } catch (error) {
    throw new CommandRefused(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`)
  }
}
