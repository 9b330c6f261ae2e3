import { constants, createReadStream } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { readConfig } from '#config/env.ts'
import type { ChosenColumn } from '#domain/imports/csv-header.ts'
import { type FileColumn, findColumn, PRODUCT_COLUMNS } from '#domain/imports/csv-product-columns.ts'
import { type FileToImport, importFile } from '#domain/imports/import-file.server.ts'
import { IMPORT_KINDS } from '#domain/imports/imported-file.ts'
import { openCommandJournal } from '#domain/imports/open-journal.server.ts'
import type { FileReport } from '#domain/imports/stored-report.ts'
import { createImageRecords } from '#domain/products/image-records.server.ts'
import { dayOf } from '#domain/shared/shop-days.ts'
import type { Shop } from '#domain/shop.ts'
import { readVehicles } from '#domain/vehicles/vehicle-list.server.ts'
import { openPictures } from '#integrations/images/choose-images.ts'
import { describeImport } from './describe-import.ts'
import { localPictures } from './local-pictures.ts'
import {
  CommandRefusedError,
  fileRefused,
  openStoreDatabase,
  readArguments,
  runCommand,
  wrongOptions,
} from './open-database.ts'
import { readStoreContent } from './store-content.ts'

const HELP = `Use: npx driveline import products <file.csv> [--apply] [--json] [--columns "their heading=ours,…"]
 or: npx driveline import vehicles <file.csv> [--apply] [--json]
 or: npx driveline import aces <file.xml|zip> --map <map.csv> [--skip-unknown] [--apply] [--json]
 or: npx driveline import pies <file.xml|zip> [--skip-unknown] [--apply] [--json]

products adds and changes parts, vehicles adds vehicles of the finder, aces sets which vehicles parts fit, and
pies changes names, texts, prices and numbers of parts. The store may be running.
  --apply         does it; without it, the file is only checked
  --columns       the headings of a file of parts that are not the store's
  --map           the file that resolves base vehicle ids
  --skip-unknown  skips what the store does not know, with a warning each
  --json          prints one object for programs`

const KINDS = [...IMPORT_KINDS, 'vehicles'] as const

type ImportOptions = {
  kind: FileToImport['kind']
  apply: boolean
  /** Other headings of a file of parts, "theirs=ours,…". */
  columns?: string | undefined
  /** The CSV file that resolves base vehicle IDs; needed by ACES files that use them. */
  map?: string | undefined
  /** ACES and PIES: skips what the store does not know, with warnings. */
  skipUnknown?: boolean
  /** The store's URL, without a trailing slash; default: any port of this machine. */
  appUrl?: string | undefined
  /** The store's time zone, for what is valid today; default: the machine's. */
  timeZone?: string | undefined
}

/**
 * Imports a file and lists the import among the uploaded ones. Without `apply` a dry run, which is not
 * listed.
 * @throws CommandRefusedError for wrong options and unreadable files.
 */
export async function importFromDisk(
  { db, images }: Pick<Shop, 'db' | 'images'>,
  file: string,
  { apply, timeZone, ...options }: ImportOptions,
): Promise<FileReport> {
  const content = await openContent({ db, images }, file, options)
  const journal = openCommandJournal(content.kind, file)
  return importFile(db, content, { apply, journal, today: dayOf(new Date(), timeZone) })
}

async function openContent(
  { db, images }: Pick<Shop, 'db' | 'images'>,
  file: string,
  { kind, columns = '', map, skipUnknown = false, appUrl }: Omit<ImportOptions, 'apply' | 'timeZone'>,
): Promise<FileToImport> {
  switch (kind) {
    case 'products':
      return {
        kind,
        columns: parseColumns(columns),
        open: await openFile(file, MAX_CSV_BYTES),
        pictures: localPictures(file, images, appUrl),
      }
    case 'vehicles':
      return { kind, open: await openFile(file, MAX_CSV_BYTES) }
    case 'aces':
      return {
        kind,
        map: map === undefined ? null : (await openFile(map, MAX_CSV_BYTES))(),
        readVehicles: () => readVehicles(db),
        open: await openFile(file),
        skipUnknown,
      }
    case 'pies':
      return { kind, open: await openFile(file), skipUnknown }
  }
}

/** Largest CSV file, in bytes. */
const MAX_CSV_BYTES = 200 * 2 ** 20

/**
 * Checks a file. Each call of the result reads it from its beginning.
 * @param max its maximum size, in bytes.
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

/** The columns in "theirs=ours,…". */
function parseColumns(text: string): ChosenColumn<FileColumn>[] {
  const pairs = text.split(',').filter((pair) => pair.trim() !== '')
  return pairs.map((pair) => {
    const [heading = '', ours = ''] = pair.split('=').map((name) => name.trim())
    const column =
      PRODUCT_COLUMNS.find((name) => name.toLowerCase() === ours.toLowerCase()) ?? findColumn(ours)
    if (heading === '' || !column)
      throw new CommandRefusedError(
        `--columns "${pair.trim()}" is not "their heading=ours". Ours are: ${PRODUCT_COLUMNS.join(', ')}, and “spec: ” with the name of a specification.`,
        'wrong_options',
      )
    return { heading, column }
  })
}

if (import.meta.main) {
  await runCommand(
    HELP,
    async () => {
      const { values, positionals } = readArguments(HELP, {
        allowPositionals: true,
        options: {
          apply: { type: 'boolean', default: false },
          json: { type: 'boolean', default: false },
          columns: { type: 'string' },
          map: { type: 'string' },
          'skip-unknown': { type: 'boolean', default: false },
        },
      })
      const [first, file, ...more] = positionals
      const kind = KINDS.find((name) => name === first)
      if (
        !kind ||
        file === undefined ||
        more.length > 0 ||
        (kind !== 'products' && values.columns !== undefined) ||
        (kind !== 'aces' && values.map !== undefined) ||
        (kind !== 'aces' && kind !== 'pies' && values['skip-unknown'])
      )
        throw wrongOptions('These arguments are not an import.', HELP)
      const config = readConfig()
      await using database = await openStoreDatabase(config)
      const { db } = database
      const { images } = openPictures(config, createImageRecords(db))
      const report = await importFromDisk({ db, images }, file, {
        ...values,
        kind,
        skipUnknown: values['skip-unknown'],
        appUrl: config.APP_URL,
        ...(kind === 'pies' && { timeZone: (await readStoreContent(config, db)).timeZone }),
      })
      const { ok, counts, problems, conditions } = report
      if (values.json) console.log(JSON.stringify({ ok, counts, problems, conditions }))
      else console.log(describeImport(report, { applied: values.apply }))
      return ok
    },
    { counts: { added: 0, changed: 0, removed: 0, unchanged: 0, refused: 0 } },
  )
}
