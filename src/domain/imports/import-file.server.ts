import type { Database } from '#db/connection.ts'
import { readSpecificationFields } from '../products/specification-fields.server.ts'
import type { VehicleList } from '../vehicles/vehicle-list.server.ts'
import { readMap } from './aces/base-vehicles.ts'
import { createModelIndex } from './aces/find-model.ts'
import { importAces } from './aces/import-aces.server.ts'
import { readInformationNotes } from './aces/information-notes.server.ts'
import { readAces } from './aces/read-aces.ts'
import type { ChosenColumn } from './csv-header.ts'
import { type FileColumn, PRODUCT_COLUMNS } from './csv-product-columns.ts'
import type { ImportJournal } from './import-journal.server.ts'
import { importProducts } from './import-products.server.ts'
import { type ImportReport, withFileProblems } from './import-report.ts'
import { importVehicles, VEHICLE_COLUMNS } from './import-vehicles.server.ts'
import type { PictureSource } from './picture-source.ts'
import { importPies } from './pies/import-pies.server.ts'
import { readPies } from './pies/read-pies.ts'
import { readCsv, readWholeCsv } from './read-csv.ts'
import { createGuess, createSpecificationColumns } from './specification-columns.ts'
import type { FileReport } from './stored-report.ts'
import { decodeXml } from './xml/decode-xml.ts'
import { unzipped } from './xml/unzip.ts'

type Bytes = AsyncIterable<Uint8Array>

/**
 * An XML file, possibly in a zip archive. `maxUnpacked`: bytes of the unpacked file, if the limit is lower
 * than usual.
 */
type XmlFile = { open: () => Bytes; maxUnpacked?: number; skipUnknown: boolean }

/**
 * A file to import. `open` begins to read it. `columns`: those chosen for other headings of a parts file;
 * `guesses`: the columns of the others are guessed, and not only specifications by their names. `leaveOut`:
 * refused lines are left out, and the others imported.
 * `map`: the file that defines the base vehicle numbers; files without them need none.
 */
export type FileToImport =
  | {
      kind: 'products'
      open: () => Bytes
      columns: readonly ChosenColumn<FileColumn>[]
      guesses?: boolean
      leaveOut?: boolean
      pictures: PictureSource
    }
  | { kind: 'vehicles'; open: () => Bytes }
  | ({ kind: 'aces'; map: Bytes | null; readVehicles: () => Promise<VehicleList> } & XmlFile)
  | ({ kind: 'pies' } & XmlFile)

/**
 * Reads a file and imports it, or reports what an import would do. For admins and the command line.
 * @param options.apply false for a dry run: nothing is written. `today`: the shop's day, as "2026-11-23".
 * @returns what was or would be done. If a line is refused, nothing is done.
 * @throws errors of reading and of the database; then nothing was written. ImportsBusyError.
 */
export async function importFile(
  db: Database,
  file: FileToImport,
  { apply, journal, today }: { apply: boolean; journal: ImportJournal<FileReport>; today: string },
): Promise<FileReport> {
  /** The journal of a report that is completed by what its file has besides. */
  const journalOf = (complete: (report: ImportReport) => FileReport): ImportJournal => ({
    ...journal,
    finish: (trx, report) => journal.finish(trx, complete(report)),
  })
  switch (file.kind) {
    case 'products': {
      const { pictures, columns: chosen, guesses = false, leaveOut = false } = file
      const specifications = createSpecificationColumns(await readSpecificationFields(db))
      const headings = {
        chosen,
        named: (heading: string) => specifications.named(heading),
        guess: createGuess(specifications, { all: guesses }),
      }
      const open = () => readCsv<FileColumn>(file.open(), PRODUCT_COLUMNS, headings)
      let csv = open()
      const complete = (report: ImportReport): FileReport => ({
        ...report,
        ignored: csv.ignored,
        headings: csv.headings,
        samples: csv.samples,
      })
      const options = { apply, leaveOut, pictures, journal: journalOf(complete) }
      return complete(await importProducts(db, () => (csv = open()), options))
    }
    case 'vehicles': {
      const { lines, problems, ignored } = await readWholeCsv(file.open(), VEHICLE_COLUMNS)
      const complete = (report: ImportReport) => ({ ...withFileProblems(report, problems), ignored })
      const options = {
        apply: apply && problems.length === 0,
        finish: (trx: Database, report: ImportReport) => journal.finish(trx, complete(report)),
      }
      return complete(await importVehicles(db, lines, options))
    }
    case 'aces': {
      const { vehicles: baseVehicles, problems, ignored } = await readMap(file.map)
      const { makes, years } = await file.readVehicles()
      const findModel = createModelIndex([...makes.values()].flat())
      const informationNotes = await readInformationNotes(db)
      const listedYears = { from: Math.min(...years.keys()), to: Math.max(...years.keys()) }
      const { skipUnknown } = file
      const known = { baseVehicles, findModel, informationNotes, listedYears, skipUnknown }
      const isApplied = apply && problems.length === 0
      const complete = (report: ImportReport) => ({ ...withFileProblems(report, problems), ignored })
      const options = { apply: isApplied, journal: journalOf(complete) }
      return complete(await importAces(db, readAces(xmlOf(file)), known, options))
    }
    case 'pies': {
      const { skipUnknown } = file
      const complete = (report: ImportReport) => ({ ...report, ignored: [] })
      const options = { apply, skipUnknown, journal: journalOf(complete) }
      return complete(await importPies(db, readPies(xmlOf(file), today), options))
    }
  }
}

const xmlOf = ({ open, maxUnpacked }: XmlFile) => decodeXml(unzipped(open(), maxUnpacked))
