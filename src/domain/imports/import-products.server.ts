import { sql } from 'kysely'
import pLimit from 'p-limit'
import { commitIfOk } from '#db/commit-if-ok.ts'
import type { Database } from '#db/connection.ts'
import { avoidTableScans } from '#db/session-settings.ts'
import { insertProducts } from '../products/add-product.server.ts'
import { lockNames } from '../products/brands-and-categories.server.ts'
import { ImageHostError, ImageRefusedError } from '../products/image-store.ts'
import { PictureFetchError } from '../products/picture-fetcher.ts'
import { formatCount } from '../shared/format-count.ts'
import { PARTS_PER_STATEMENT } from './batches.ts'
import { fieldValue, PRODUCT_FIELDS } from './csv-product-columns.ts'
import type { FileValues, ImportJournal, JournalEntry } from './import-journal.server.ts'
import type { ImportProblem, ImportReport } from './import-report.ts'
import { lockImports } from './lock-imports.server.ts'
import type { NewProduct } from './new-product.ts'
import type { PictureSource } from './picture-source.ts'
import { planProducts, type ProductLines, readNumbers } from './plan-products.server.ts'
import { type Edit, updateProducts } from './update-products.server.ts'

type ImportOptions = {
  /** False for a dry run: nothing is written. */
  apply: boolean
  /** Leaves refused lines out, and imports the others. */
  leaveOut?: boolean
  pictures: PictureSource
  journal: ImportJournal
  /** Called with each part of the file that stays unchanged. */
  onUnchanged?: (id: string) => void
}

/**
 * Adds the parts that the store does not have, and changes the others, matched by part number. Blank cells
 * leave a value unchanged. Every change is in the audit, every changed stock in the ledger. For admins and
 * the command line.
 * @param open begins to read the file. A dry run reads it twice, an import three times: it keeps neither the
 * file nor the additions in memory.
 * @returns what was or would be done. If a line is refused, nothing is done, unless it can be left out.
 * @throws errors of the database; then nothing was written.
 */
export async function importProducts(
  db: Database,
  open: () => ProductLines,
  { apply, leaveOut = false, pictures, journal, onUnchanged }: ImportOptions,
): Promise<ImportReport> {
  const files = new Map<string, number>()
  const named = await readNumbers(open())
  const planned = await planProducts(db, open(), pictures, {
    named,
    onPicture: (picture, line) => {
      if (!files.has(picture)) files.set(picture, line)
    },
    onUnchanged,
    // The number of lines is not known yet.
    onRead: (lines) => journal.reportProgress(apply ? 0 : lines, 0),
  })
  const canImport = ({ ok, canLeaveOut }: ImportReport) => ok || (leaveOut && canLeaveOut === true)
  if (!apply || !canImport(planned.report)) return planned.report
  const { stored, problems } = await storePictures(files, pictures, journal)
  const refused = problems.filter(({ warning }) => !warning)
  if (refused.length > 0) {
    const counts = { ...planned.report.counts, refused: refused.length }
    return { ...planned.report, ok: false, canLeaveOut: false, counts, problems: refused }
  }
  const { actorId } = journal
  const total = planned.lines + planned.report.counts.changed
  return commitIfOk(db, async (trx) => {
    await lockImports(trx, 'import')
    await journal.begin(trx)
    await avoidTableScans(trx)
    if (planned.hasNewNames) await lockNames(trx)
    const added = new Set<string>()
    const storedEdits = await openEdits(trx)
    const { report, lines } = await planProducts(trx, open(), pictures, {
      named,
      stored,
      added,
      async onAdditions(additions) {
        const inputs = additions.map(({ values }) => values)
        const entries = (await insertProducts(trx, actorId, inputs)).map(({ id, input }): JournalEntry => ({
          productId: id,
          kind: 'added',
          after: columnValues(input),
        }))
        for (const { productId } of entries) added.add(productId)
        await journal.record(trx, entries)
      },
      onEdits: (edits) => storedEdits.add(edits),
      onRead: (count) => journal.reportProgress(count, total),
    })
    // The store has changed since the plan, so a line is now refused.
    if (!canImport(report)) return report
    let done = lines
    for await (const edits of storedEdits.inOrder()) {
      await journal.record(trx, await updateProducts(trx, edits, actorId))
      done += edits.length
      await journal.reportProgress(done, total)
    }
    const all = [...report.problems, ...problems].toSorted((a, b) => a.line - b.line)
    const applied = { ...report, ok: true, problems: all }
    await journal.finish(trx, applied)
    return applied
  })
}

/**
 * Keeps the pending changes in a temporary table for the transaction: those of a large file do not fit in
 * memory. Returns them in the order of the ids, in which products are locked everywhere, so that orders of
 * several parts and this import cannot deadlock.
 */
async function openEdits(
  trx: Database,
): Promise<{ add(edits: readonly Edit[]): Promise<void>; inOrder(): AsyncGenerator<Edit[]> }> {
  await sql`create temporary table import_edits (id uuid primary key, given jsonb not null) on commit drop`.execute(
    trx,
  )
  return {
    async add(edits) {
      await sql`
        insert into import_edits
        select id, given from json_to_recordset(${JSON.stringify(edits)}) as edits (id uuid, given jsonb)`.execute(
        trx,
      )
    },
    async *inOrder() {
      for (let after: string | null = null; ;) {
        const { rows }: { rows: Edit[] } = await sql<Edit>`
          select id, given from import_edits where ${after}::uuid is null or id > ${after}::uuid order by id limit ${PARTS_PER_STATEMENT}`.execute(
          trx,
        )
        const last = rows.at(-1)
        if (!last) return
        yield rows
        after = last.id
      }
    },
  }
}

function columnValues(input: NewProduct): Partial<FileValues> {
  const { specifications = [] } = input
  const values = Object.fromEntries(PRODUCT_FIELDS.map((field) => [field, fieldValue(input, field)]))
  return { ...values, specifications }
}

/** Pictures of one file that are fetched from other servers: each takes seconds. */
const MAX_FETCHED = 2_000
/** Pictures that are stored at the same time: most of that time is spent waiting for other servers. */
const CONCURRENT_PICTURES = 4

/**
 * Stores the pictures of new parts, each listed with its first line, before anything is locked. One that is
 * optional and cannot be stored is a warning, and its parts have none.
 */
async function storePictures(
  files: ReadonlyMap<string, number>,
  pictures: PictureSource,
  journal: ImportJournal,
): Promise<{ stored: Map<string, string>; problems: ImportProblem[] }> {
  const stored = new Map<string, string>()
  const problems: ImportProblem[] = []
  const optional = [...files.keys()].filter((picture) => pictures.isOptional(picture))
  const skipped = new Set(optional.slice(MAX_FETCHED))
  let done = 0
  const storeOne = async ([picture, line]: [string, number]) => {
    // Throws when the import has to stop.
    await journal.reportProgress(done, files.size)
    const isOptional = pictures.isOptional(picture)
    try {
      if (skipped.has(picture)) throw new PictureFetchError(TOO_MANY_PICTURES)
      stored.set(picture, await pictures.store(picture))
    } catch (error) {
      const isKnown =
        error instanceof ImageRefusedError ||
        (isOptional && (error instanceof PictureFetchError || error instanceof ImageHostError))
      if (!isKnown) throw error
      const { message } = error
      if (isOptional) stored.set(picture, '')
      problems.push({
        line,
        field: 'picture',
        ...(isOptional
          ? { code: 'picture_not_fetched', message: `${WITHOUT_PICTURE} ${message}`, warning: true }
          : { code: 'unreadable_picture', message }),
      })
    }
    done += 1
  }
  const withSlot = pLimit(CONCURRENT_PICTURES)
  await Promise.all([...files].map((file) => withSlot(() => storeOne(file))))
  return { stored, problems: problems.toSorted((a, b) => a.line - b.line) }
}

const WITHOUT_PICTURE = 'The part is imported without this picture.'
const TOO_MANY_PICTURES = `Of one file, the first ${formatCount(MAX_FETCHED)} pictures are fetched.`
