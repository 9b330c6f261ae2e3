// Long because a plan and an import are the same reading of a file, once with and once without writing, and share what they know of a line.
import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import { avoidTableScans } from '#db/session-settings.ts'
import { recordChanges } from '../audit/record-change.server.ts'
import { columnsOf, insertProducts } from '../products/add-product.server.ts'
import { lockNames, readSpelling } from '../products/brands-and-categories.server.ts'
import { factsAfter, factsBefore } from '../products/edit-product.server.ts'
import { ImageRefused } from '../products/image-store.ts'
import type { Product } from '../products/product.ts'
import { type ProductRow, toProduct } from '../products/product-queries.server.ts'
import { formatCount } from '../shared/format-count.ts'
import { normalPartNumber } from '../search/part-number.ts'
import { inBatches } from './batches.ts'
import type { ImportJournal, JournalEntry } from './import-journal.server.ts'
import {
  type ImportChange,
  type ImportProblem,
  type ImportReport,
  NOTHING_DONE,
  withFileProblems,
} from './import-report.ts'
import { MAX_REPORTED } from './imported-file.ts'
import { matchProducts } from './match-products.server.ts'
import { PRODUCT_COLUMNS, type ProductColumn } from './product-columns.ts'
import { waitForImports } from './wait-for-imports.server.ts'
import {
  type ChangedProductRow,
  type NewProductRow,
  type ProductCells,
  isNewProduct,
  missingFor,
  readProductRow,
} from './product-row.ts'

/** Lines per statement: few, as a statement of the store has a timeout. */
const BATCH = 500
/** Problems that are named; of more only the number. */
const MAX_PROBLEMS = 10_000

/** Where pictures come from. A name that is not the address of a picture of this store is a file. */
export type PictureSource = {
  /** Why pictures cannot be taken, of those that cannot. Writes nothing. */
  check(pictures: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** Stores a file, and returns its address. Throws ImageRefused when it is not a picture. */
  store(picture: string): Promise<string>
  isFile(picture: string): boolean
  /** A named picture as products have it: the store's own are paths, and may be named by their whole address. */
  asStored(picture: string): string
}

/** The lines of a file, some at a time; what is wrong with the file itself is known when they have been read. */
export type ProductLines = {
  lines: AsyncIterable<readonly ProductCells[]>
  problems: readonly ImportProblem[]
}

/** A new part, and the line that names it. */
type Addition = { line: number; values: NewProductRow }
/** An existing part, and the values that a line gives. */
export type Edit = { id: string; given: Partial<Product> }
/** A part before and after. */
type Change = { before: Product; after: Product; changed: ProductColumn[] }

type ImportOptions = {
  /** False for a dry run: nothing is written. */
  apply: boolean
  pictures: PictureSource
  journal: ImportJournal
  /** Called with each part of the file that it leaves as it is. */
  onUnchanged?: (id: string) => void
}

/**
 * Adds the parts that the store does not have, and changes the others, by part number. Blank cells leave a value as it is. Every change is
 * in the audit, every changed stock in the ledger. For admins and the command line.
 * @param open begins to read the file. An import reads it twice, as it holds neither the file nor what it adds in memory.
 * @returns what was or would be done. With a refused line nothing is.
 * @throws what the database throws; then nothing was written.
 */
export async function importProducts(
  db: Database,
  open: () => ProductLines,
  { apply, pictures, journal, onUnchanged }: ImportOptions,
): Promise<ImportReport> {
  const files = new Map<string, number>()
  const planned = await planImport(db, open(), pictures, {
    onAdditions: (some) => {
      for (const { line, values } of some)
        if (pictures.isFile(values.picture) && !files.has(values.picture)) files.set(values.picture, line)
    },
    onUnchanged,
    // How many lines there are is not known yet.
    onRead: (lines) => journal.progress(apply ? 0 : lines, 0),
  })
  if (!apply || !planned.report.ok) return planned.report
  const { stored, problems } = await storePictures(files, pictures)
  if (problems.length > 0) {
    const counts = { ...planned.report.counts, refused: problems.length }
    return { ...planned.report, ok: false, counts, problems }
  }
  const { actorId } = journal
  const total = planned.lines + planned.report.counts.changed
  try {
    return await db.transaction().execute(async (trx) => {
      await waitForImports(trx, 'import')
      await avoidTableScans(trx)
      if (planned.hasNewNames) await lockNames(trx)
      const added = new Set<string>()
      const planOfEdits = await openEdits(trx)
      const { report, lines } = await planImport(trx, open(), pictures, {
        stored,
        added,
        async onAdditions(some) {
          const inputs = some.map(({ values }) => values)
          const entries = (await insertProducts(trx, actorId, inputs)).map(({ id, input }): JournalEntry => ({
            productId: id,
            kind: 'added',
            after: columnValues(input),
          }))
          for (const { productId } of entries) added.add(productId)
          await journal.record(trx, entries)
        },
        onEdits: (some) => planOfEdits.add(some),
        onRead: (count) => journal.progress(count, total),
      })
      if (!report.ok) throw new NotAsPlanned(report)
      let done = lines
      for await (const some of planOfEdits.inOrder()) {
        await journal.record(trx, await updateProducts(trx, some, actorId))
        done += some.length
        await journal.progress(done, total)
      }
      await journal.finish(trx)
      // Stock alone makes no trigger notify the running stores.
      await sql`select pg_notify('driveline', 'products')`.execute(trx)
      return report
    })
  } catch (error) {
    if (error instanceof NotAsPlanned) return error.report
    throw error
  }
}

/**
 * Keeps what is to be changed, for the time of the transaction, in the database: of a large file it is too much for our memory. Given back
 * in the order of the ids, in which products are locked everywhere: an order of several parts would else wait for this import, and it for them.
 */
async function openEdits(
  trx: Database,
): Promise<{ add(some: readonly Edit[]): Promise<void>; inOrder(): AsyncGenerator<Edit[]> }> {
  await sql`create temporary table import_edits (id uuid primary key, given jsonb not null) on commit drop`.execute(
    trx,
  )
  return {
    async add(some) {
      await sql`
        insert into import_edits
        select id, given from json_to_recordset(${JSON.stringify(some)}) as edits (id uuid, given jsonb)`.execute(
        trx,
      )
    },
    async *inOrder() {
      for (let after: string | null = null; ;) {
        const { rows }: { rows: Edit[] } = await sql<Edit>`
          select id, given from import_edits where ${after}::uuid is null or id > ${after}::uuid order by id limit ${BATCH}`.execute(
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

/** The store changed between the plan and the import, so that a line is refused now: what was written is rolled back. */
class NotAsPlanned extends Error {
  override name = 'NotAsPlanned'
  readonly report: ImportReport
  constructor(report: ImportReport) {
    super('The import is refused')
    this.report = report
  }
}

function columnValues(input: NewProductRow): Partial<Product> {
  return Object.fromEntries(PRODUCT_COLUMNS.map((field) => [field, input[field] ?? '']))
}

/** Stores the files of new parts, each named with the first line that has it, before anything is locked. */
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
      if (!(error instanceof ImageRefused)) throw error
      problems.push({ line, code: 'unreadable_picture', field: 'picture', message: error.message })
    }
  }
  return { stored, problems }
}

type Plan = {
  report: ImportReport
  lines: number
  /** Whether a brand or category is named that no part on sale has. */
  hasNewNames: boolean
}

/** What a plan finds, some lines at a time. */
type PlanOptions = {
  /** The addresses of pictures that were files; without it they are files still. */
  stored?: ReadonlyMap<string, string>
  /** Parts that this import has added: later lines do not mean them, as they do not in a dry run. */
  added?: ReadonlySet<string>
  onAdditions: (some: readonly Addition[]) => Promise<void> | void
  onEdits?: (some: readonly Edit[]) => Promise<void>
  onUnchanged?: ImportOptions['onUnchanged']
  onRead: (lines: number) => Promise<void>
}

async function planImport(
  db: Database,
  file: ProductLines,
  pictures: PictureSource,
  { stored, added, onAdditions, onEdits, onUnchanged, onRead }: PlanOptions,
): Promise<Plan> {
  const problems: ImportProblem[] = []
  const changes: ImportChange[] = []
  const counts = { ...NOTHING_DONE }
  const spelling = await readSpelling(db)
  let lines = 0
  const firstLines = new Map<string, number>()
  let additions: Addition[] = []
  let edits: Edit[] = []
  /** Lines that are refused and not named, and the first of them. */
  let unnamed = { line: 0, lines: 0 }
  const refuse = (some: readonly ImportProblem[]) => {
    counts.refused += 1
    if (problems.length < MAX_PROBLEMS) problems.push(...some)
    else unnamed = { line: unnamed.line || (some[0]?.line ?? 0), lines: unnamed.lines + 1 }
  }

  for await (const batch of inBatches(file.lines, BATCH)) {
    const named = batch.flatMap((line) => {
      const read = readProductRow(line)
      if (!read.ok) {
        refuse(read.problems)
        return []
      }
      const { brand, category, picture } = read.row
      const names = {
        ...(picture !== undefined && { picture: pictures.asStored(picture) }),
        ...(brand && { brand: spelling.of('brand', brand) }),
        ...(category && { category: spelling.of('category', category) }),
      }
      return [{ line, typed: read.row, row: { ...read.row, ...names } }]
    })
    const match = await matchProducts(
      db,
      named.map(({ row }) => row),
      added,
    )
    const matched = named.map(({ line, typed, row }) => {
      const matches = match(row)
      return { line, row: { ...row, ...ownNames(typed, matches[0]) }, matches }
    })
    const pictureProblems = await pictures.check([
      ...new Set(
        matched.flatMap(({ row: { picture }, matches }) =>
          isNewPicture(picture, matches[0]) ? [picture] : [],
        ),
      ),
    ])
    additions = []
    edits = []
    for (const { line, row, matches } of matched) planLine(line, row, matches, pictureProblems)
    if (additions.length > 0) await onAdditions(additions)
    if (edits.length > 0) await onEdits?.(edits)
    lines += batch.length
    await onRead(lines)
  }
  if (unnamed.lines > 0)
    problems.push({
      line: unnamed.line,
      code: 'more_refused',
      message: `From here on, ${formatCount(unnamed.lines)} more lines are refused. Correct those above first.`,
    })
  const report = { ok: counts.refused === 0, counts, problems, changes, changeCount: counts.changed }
  return { report: withFileProblems(report, file.problems), lines, hasNewNames: spelling.hasNew() }

  /** A file is for a new part only: whether it differs from a stored picture is not known before it is encoded. */
  function isNewPicture(picture: string | undefined, product: ProductRow | undefined): picture is string {
    return picture !== undefined && picture !== product?.picture && !(product && pictures.isFile(picture))
  }

  function planLine(
    line: ProductCells,
    row: ChangedProductRow,
    matches: readonly ProductRow[],
    pictureProblems: ReadonlyMap<string, string>,
  ) {
    const [product, other] = matches
    if (other) {
      const message = `The store has ${matches.length} parts with the number ${row.partNumber}. Enter the brand, or make the numbers different.`
      return refuse([{ line: line.line, code: 'ambiguous_part', field: 'partNumber', message }])
    }
    // A part that the store does not have is the same as another line's when number and brand are.
    const key = product?.id ?? `${normalPartNumber(row.partNumber)} ${row.brand ?? ''}`
    const first = firstLines.get(key)
    if (first !== undefined) {
      const message = `Line ${first} has the same part already. Remove one of the two lines.`
      return refuse([{ line: line.line, code: 'duplicate_part', field: 'partNumber', message }])
    }
    firstLines.set(key, line.line)
    const picture = planPicture(row.picture, product, pictureProblems)
    if ('problem' in picture)
      return refuse([
        { line: line.line, code: 'foreign_picture', field: 'picture', message: picture.problem },
      ])
    row.picture = picture.url
    if (!product) return planAddition(line, row)
    const given: Partial<Product> = Object.fromEntries(
      Object.entries(row).filter(([, value]) => value !== undefined),
    )
    const { before, after, changed } = changeOf(product, given)
    if (changed.length === 0) {
      counts.unchanged += 1
      onUnchanged?.(product.id)
      return
    }
    counts.changed += 1
    edits.push({ id: product.id, given })
    if (changes.length === MAX_REPORTED) return
    const text = (value: string | number) => String(value).slice(0, 80)
    changes.push({
      line: line.line,
      partNumber: before.partNumber,
      fields: changed.map((field) => ({ field, before: text(before[field]), after: text(after[field]) })),
    })
  }

  function planPicture(
    picture: string | undefined,
    product: ProductRow | undefined,
    pictureProblems: ReadonlyMap<string, string>,
  ): { url: string | undefined } | { problem: string } {
    if (!isNewPicture(picture, product)) return { url: picture === undefined ? picture : product?.picture }
    const problem = pictureProblems.get(picture)
    if (problem !== undefined) return { problem }
    if (!stored || !pictures.isFile(picture)) return { url: picture }
    const url = stored.get(picture)
    return url === undefined ? { problem: 'The part was deleted during the import. Run it again.' } : { url }
  }

  function planAddition(line: ProductCells, row: ChangedProductRow) {
    if (isNewProduct(row)) {
      counts.added += 1
      additions.push({ line: line.line, values: row })
      return
    }
    const missing = missingFor(row)
    const columns = `the column${missing.length === 1 ? '' : 's'} ${new Intl.ListFormat('en').format(missing)}`
    const message = `The store has no part ${row.partNumber}. Correct the number; or, to add the part, fill in ${columns}.`
    refuse([{ line: line.line, code: 'unknown_part', field: 'partNumber', message }])
  }
}

/** The names that a line gives as its part has them: an admin may have spelled them otherwise than those of other parts. */
function ownNames(
  typed: ChangedProductRow,
  product: ProductRow | undefined,
): Pick<ChangedProductRow, 'brand' | 'category'> {
  return {
    ...(typed.brand && typed.brand === product?.brand && { brand: typed.brand }),
    ...(typed.category && typed.category === product?.category && { category: typed.category }),
  }
}

function changeOf(product: ProductRow, given: Partial<Product>): Change {
  const before = toProduct(product)
  const after = { ...before, ...given }
  return { before, after, changed: PRODUCT_COLUMNS.filter((field) => after[field] !== before[field]) }
}

/**
 * Locks the parts and changes them: values, ledger and audit. What was sold or edited since the plan is in what they are compared with; a
 * part that was deleted since stays so. Returns what changed.
 */
export async function updateProducts(
  trx: Database,
  planned: readonly Edit[],
  actorId: string | null,
): Promise<JournalEntry[]> {
  const given = new Map(planned.map((edit) => [edit.id, edit.given]))
  const rows = await trx
    .selectFrom('products')
    .selectAll()
    .where('id', 'in', [...given.keys()])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const edits = rows.map((row) => changeOf(row, given.get(row.id) ?? {}))
  // The stock apart: writing the other columns renews what searches read.
  const values = edits.filter(({ changed }) => changed.some((field) => field !== 'available'))
  if (values.length > 0)
    await sql`
      update products set picture = e.picture, name = e.name, about = e.about, brand = e.brand, category = e.category,
        part_number = e.part_number, price_cents = e.price_cents, list_price_cents = e.list_price_cents, min_order = e.min_order
      from json_to_recordset(${JSON.stringify(values.map(({ after }) => ({ id: after._id, ...columnsOf(after) })))}) as e (
        id uuid, picture text, name text, about text, brand text, category text, part_number text, price_cents integer,
        list_price_cents integer, min_order integer)
      where products.id = e.id`.execute(trx)
  await recordChanges(
    trx,
    values.map(({ before, after, changed }) => {
      const fields = changed.filter((field) => field !== 'available')
      return {
        actorId,
        action: 'edit_product',
        subject: `product:${after._id}`,
        before: factsBefore(before, fields),
        after: factsAfter(after, fields),
      }
    }),
  )
  const stock = edits.filter(({ changed }) => changed.includes('available'))
  const entries = edits
    .filter(({ changed }) => changed.length > 0)
    .map(({ before, after, changed }): JournalEntry => ({
      productId: after._id,
      kind: 'changed',
      before: { ...only(before, changed), ...endedSale(before, after) },
      after: only(after, changed),
    }))
  if (stock.length === 0) return entries
  await sql`
    update products set available = e.available
    from json_to_recordset(${JSON.stringify(stock.map(({ after: { _id: id, available } }) => ({ id, available })))}) as e (
      id uuid, available integer)
    where products.id = e.id`.execute(trx)
  await trx
    .insertInto('stock_movements')
    .values(
      stock.map(({ before, after }) => ({
        product_id: after._id,
        kind: after.available > before.available ? 'received' : 'corrected',
        quantity: after.available - before.available,
      })),
    )
    .execute()
  await recordChanges(
    trx,
    stock.map(({ before, after }) => ({
      actorId,
      action: 'restock_product',
      subject: `product:${after._id}`,
      before: { available: before.available },
      after: { available: after.available },
    })),
  )
  return entries
}

/** The sale that a price has ended, as the database does. */
function endedSale({ listPrice }: Product, { price }: Product): Partial<Product> {
  return listPrice === undefined || listPrice > price ? {} : { listPrice }
}

function only(product: Product, fields: readonly ProductColumn[]): Partial<Product> {
  return Object.fromEntries(fields.map((field) => [field, product[field]]))
}
