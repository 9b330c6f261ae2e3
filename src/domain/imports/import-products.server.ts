import { sql } from 'kysely'
import { commitIfOk } from '#db/commit-if-ok.ts'
import type { Database } from '#db/connection.ts'
import { avoidTableScans } from '#db/session-settings.ts'
import { insertProducts } from '../products/add-product.server.ts'
import { lockNames } from '../products/brands-and-categories.server.ts'
import { ImageRefusedError } from '../products/image-store.ts'
import type { Product } from '../products/product.ts'
import { PARTS_PER_STATEMENT } from './batches.ts'
import { PRODUCT_COLUMNS } from './csv-product-columns.ts'
import type { ImportJournal, JournalEntry } from './import-journal.server.ts'
import type { ImportProblem, ImportReport } from './import-report.ts'
import { lockImports } from './lock-imports.server.ts'
import type { PictureSource } from './picture-source.ts'
import { planProducts, type ProductLines, readNumbers } from './plan-products.server.ts'
import type { NewProductRow } from './product-row.ts'
import { type Edit, updateProducts } from './update-products.server.ts'

type ImportOptions = {
  /** False for a dry run: nothing is written. */
  apply: boolean
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
 * @returns what was or would be done. If a line is refused, nothing is done.
 * @throws errors of the database; then nothing was written.
 */
export async function importProducts(
  db: Database,
  open: () => ProductLines,
  { apply, pictures, journal, onUnchanged }: ImportOptions,
): Promise<ImportReport> {
  const files = new Map<string, number>()
  const named = await readNumbers(open())
  const planned = await planProducts(db, open(), pictures, {
    named,
    onAdditions: (additions) => {
      for (const { line, values } of additions)
        if (pictures.isFile(values.picture) && !files.has(values.picture)) files.set(values.picture, line)
    },
    onUnchanged,
    // The number of lines is not known yet.
    onRead: (lines) => journal.reportProgress(apply ? 0 : lines, 0),
  })
  if (!apply || !planned.report.ok) return planned.report
  const { stored, problems } = await storePictures(files, pictures)
  if (problems.length > 0) {
    const counts = { ...planned.report.counts, refused: problems.length }
    return { ...planned.report, ok: false, counts, problems }
  }
  const { actorId } = journal
  const total = planned.lines + planned.report.counts.changed
  return commitIfOk(db, async (trx) => {
    await lockImports(trx, 'import')
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
    if (!report.ok) return report
    let done = lines
    for await (const edits of storedEdits.inOrder()) {
      await journal.record(trx, await updateProducts(trx, edits, actorId))
      done += edits.length
      await journal.reportProgress(done, total)
    }
    await journal.finish(trx)
    return report
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

function columnValues(input: NewProductRow): Partial<Product> {
  return Object.fromEntries(PRODUCT_COLUMNS.map((field) => [field, input[field] ?? '']))
}

/** Stores the files of new parts, each listed with its first line, before anything is locked. */
async function storePictures(
  files: ReadonlyMap<string, number>,
  pictures: PictureSource,
): Promise<{ stored: Map<string, string>; problems: ImportProblem[] }> {
  const stored = new Map<string, string>()
  const problems: ImportProblem[] = []
  for (const [picture, line] of files) {
    try {
      stored.set(picture, await pictures.store(picture))
    } catch (error) {
      if (!(error instanceof ImageRefusedError)) throw error
      problems.push({ line, code: 'unreadable_picture', field: 'picture', message: error.message })
    }
  }
  return { stored, problems }
}
