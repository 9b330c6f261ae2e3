import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import { recordChanges } from '../audit/record-change.server.ts'
import { columnsOf, insertProducts } from '../products/add-product.server.ts'
import { lockNames, readSpelling } from '../products/brands-and-categories.server.ts'
import { factsAfter, factsBefore } from '../products/edit-product.server.ts'
import { ImageRefused } from '../products/image-store.ts'
import type { Product } from '../products/product.ts'
import { toProduct } from '../products/product-queries.server.ts'
import { normalPartNumber } from '../search/part-number.ts'
import { batches } from './batches.ts'
import type { ImportJournal, JournalEntry } from './import-journal.server.ts'
import type { ImportChange, ImportProblem, ImportReport } from './import-report.ts'
import { matchProducts, type StoredProduct } from './match-products.server.ts'
import { PRODUCT_COLUMNS, type ProductColumn } from './product-columns.ts'
import { waitForImports } from './wait-for-imports.server.ts'
import {
  type ChangedProductRow,
  type NewProductRow,
  type ProductCells,
  readNewProduct,
  readProductRow,
} from './product-row.ts'

/** Lines per statement: few, as a statement of the store has a timeout. */
const BATCH = 100
/** Problems that are named; of more only the number. */
const MAX_PROBLEMS = 10_000

/** Where pictures come from. A name that is not the address of a picture of this store is a file. */
export type PictureSource = {
  /** Why this picture cannot be taken, or null. Writes nothing. */
  check(picture: string): Promise<string | null>
  /** Stores a file, and returns its address. Throws ImageRefused when it is not a picture. */
  store(picture: string): Promise<string>
  isFile(picture: string): boolean
}

export type ProductImport = ImportReport & { changes: ImportChange[] }

/** A new part, and the line that names it. */
type Addition = { line: number; values: NewProductRow }
/** An existing part, and the values that a line gives. */
export type Edit = { id: string; given: Partial<Product> }
/** A part before and after. */
type Change = { before: Product; after: Product; changed: ProductColumn[] }

/**
 * Adds the parts that the store does not have, and changes the others, by part number. Blank cells leave a value as it is. Every change is
 * in the audit, every changed stock in the ledger. From the command line.
 * @param options.apply false for a dry run: nothing is written.
 * @returns what was or would be done. With a refused line nothing is.
 * @throws what the database throws; then nothing was written.
 */
export async function importProducts(
  db: Database,
  lines: readonly ProductCells[],
  { apply, pictures, journal }: { apply: boolean; pictures: PictureSource; journal?: ImportJournal },
): Promise<ProductImport> {
  const planned = await planImport(db, lines, { pictures, stored: null, journal })
  if (!apply || !planned.report.ok) return planned.report
  const stored = new Map<string, string>()
  const refused = await storePictures(planned.additions, pictures, stored)
  if (refused.length > 0) {
    const counts = { ...planned.report.counts, refused: refused.length }
    return { ...planned.report, ok: false, counts, problems: refused }
  }
  return db.transaction().execute(async (trx) => {
    await waitForImports(trx, 'import')
    if (planned.hasNewNames) await lockNames(trx)
    const { report, additions, edits } = await planImport(trx, lines, { pictures, stored })
    if (!report.ok) return report
    const actorId = journal?.actorId ?? null
    let done = 0
    const progress = async (count: number) => {
      done += count
      await journal?.progress(done, additions.length + edits.length)
    }
    for (const some of batches(additions, BATCH)) {
      const inputs = some.map(({ values }) => values)
      const ids = await insertProducts(trx, actorId, inputs)
      const added = ids.flatMap((productId, at) => {
        const input = inputs[at]
        if (!input) return []
        const after = Object.fromEntries(PRODUCT_COLUMNS.map((field) => [field, input[field] ?? '']))
        return [{ productId, kind: 'added' as const, after }]
      })
      await journal?.record(trx, added)
      await progress(some.length)
    }
    // Products are locked in the order of their ids everywhere: an order of several parts would else wait for this import, and it for them.
    const inOrder = edits.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    for (const some of batches(inOrder, BATCH)) {
      const changed = await updateProducts(trx, some, actorId)
      await journal?.record(trx, changed)
      await progress(some.length)
    }
    await journal?.finish(trx)
    // Stock alone makes no trigger notify the running stores.
    await sql`select pg_notify('driveline', 'products')`.execute(trx)
    return report
  })
}

/** Stores the files of new parts, before anything is locked. */
async function storePictures(
  additions: readonly Addition[],
  pictures: PictureSource,
  stored: Map<string, string>,
): Promise<ImportProblem[]> {
  const problems: ImportProblem[] = []
  for (const { line, values } of additions) {
    const { picture } = values
    if (stored.has(picture) || !pictures.isFile(picture)) continue
    try {
      stored.set(picture, await pictures.store(picture))
    } catch (error) {
      if (!(error instanceof ImageRefused)) throw error
      problems.push({ line, code: 'unreadable_picture', field: 'picture', message: error.message })
    }
  }
  return problems
}

type Plan = {
  report: ProductImport
  additions: Addition[]
  edits: Edit[]
  /** Whether a brand or category is named that no part on sale has. */
  hasNewNames: boolean
}

async function planImport(
  db: Database,
  lines: readonly ProductCells[],
  {
    pictures,
    stored,
    journal,
  }: {
    pictures: PictureSource
    stored: ReadonlyMap<string, string> | null
    journal?: ImportJournal | undefined
  },
): Promise<Plan> {
  const problems: ImportProblem[] = []
  const additions: Addition[] = []
  const edits: Edit[] = []
  const changes: ImportChange[] = []
  const counts = { added: 0, changed: 0, removed: 0, unchanged: 0, refused: 0 }
  const spelling = await readSpelling(db)
  let checked = 0
  const firstLines = new Map<string, number>()
  /** Lines that are refused and not named, and the first of them. */
  let unnamed = { line: 0, lines: 0 }
  const refuse = (some: readonly ImportProblem[]) => {
    counts.refused += 1
    if (problems.length < MAX_PROBLEMS) problems.push(...some)
    else unnamed = { line: unnamed.line || (some[0]?.line ?? 0), lines: unnamed.lines + 1 }
  }

  for (const batch of batches(lines, BATCH)) {
    const named = batch.flatMap((line) => {
      const read = readProductRow(line)
      if (!read.ok) {
        refuse(read.problems)
        return []
      }
      const { brand, category } = read.row
      const names = {
        ...(brand && { brand: spelling.of('brand', brand) }),
        ...(category && { category: spelling.of('category', category) }),
      }
      return [{ line, row: { ...read.row, ...names } }]
    })
    const match = await matchProducts(
      db,
      named.map(({ row }) => row),
    )
    for (const { line, row } of named) await planLine(line, row, match(row))
    checked += batch.length
    await journal?.progress(checked, lines.length)
  }
  if (unnamed.lines > 0)
    problems.push({
      line: unnamed.line,
      code: 'more_refused',
      message: `From here on ${unnamed.lines} more lines are refused.`,
    })
  return {
    report: { ok: counts.refused === 0, counts, problems, changes },
    additions,
    edits,
    hasNewNames: spelling.hasNew(),
  }

  async function planLine(line: ProductCells, row: ChangedProductRow, matches: readonly StoredProduct[]) {
    const [product, other] = matches
    if (other) {
      const message = `The store has ${matches.length} parts with the number ${row.partNumber}. Give the brand, or make the numbers different.`
      return refuse([{ line: line.line, code: 'ambiguous_part', field: 'partNumber', message }])
    }
    // A part that the store does not have is the same as another line's when number and brand are.
    const key = product?.id ?? `${normalPartNumber(row.partNumber)} ${row.brand ?? ''}`
    const first = firstLines.get(key)
    if (first !== undefined) {
      const message = `Line ${first} is about the same part.`
      return refuse([{ line: line.line, code: 'duplicate_part', field: 'partNumber', message }])
    }
    firstLines.set(key, line.line)
    const picture = await planPicture(row.picture, product)
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
      return
    }
    counts.changed += 1
    edits.push({ id: product.id, given })
    const text = (value: string | number) => String(value).slice(0, 80)
    changes.push({
      line: line.line,
      partNumber: before.partNumber,
      fields: changed.map((field) => ({ field, before: text(before[field]), after: text(after[field]) })),
    })
  }

  /** A file is for a new part only: whether it differs from a stored picture is not known before it is encoded. */
  async function planPicture(
    picture: string | undefined,
    product: StoredProduct | undefined,
  ): Promise<{ url: string | undefined } | { problem: string }> {
    if (picture === undefined || picture === product?.picture) return { url: picture }
    if (product && pictures.isFile(picture)) return { url: product.picture }
    const problem = await pictures.check(picture)
    if (problem !== null) return { problem }
    if (stored === null || !pictures.isFile(picture)) return { url: picture }
    const url = stored.get(picture)
    return url === undefined ? { problem: 'The part was deleted during the import. Run it again.' } : { url }
  }

  function planAddition(line: ProductCells, row: ChangedProductRow) {
    const { brand, category } = row
    const read = readNewProduct({
      ...line,
      cells: { ...line.cells, ...(row.picture !== undefined && { picture: row.picture }) },
    })
    if (!read.ok) return refuse(read.problems)
    counts.added += 1
    additions.push({
      line: line.line,
      values: { ...read.row, ...(brand && { brand }), ...(category && { category }) },
    })
  }
}

function changeOf(product: StoredProduct, given: Partial<Product>): Change {
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
  const rows = await trx
    .selectFrom('products')
    .selectAll()
    .where(
      'id',
      'in',
      planned.map(({ id }) => id),
    )
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const given = new Map(planned.map((edit) => [edit.id, edit.given]))
  const edits = rows.map((row) => changeOf(row, given.get(row.id) ?? {}))
  // The stock apart: writing the other columns renews what searches read.
  const values = edits.filter(({ changed }) => changed.some((field) => field !== 'available'))
  if (values.length > 0)
    await sql`
      update products set picture = e.picture, name = e.name, about = e.about, brand = e.brand, category = e.category,
        part_number = e.part_number, price_cents = e.price_cents, min_order = e.min_order
      from json_to_recordset(${JSON.stringify(values.map(({ after }) => ({ id: after._id, ...columnsOf(after) })))}) as e (
        id uuid, picture text, name text, about text, brand text, category text, part_number text, price_cents integer, min_order integer)
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
      before: only(before, changed),
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
        order_id: null,
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

function only(product: Product, fields: readonly ProductColumn[]): Partial<Product> {
  return Object.fromEntries(fields.map((field) => [field, product[field]]))
}
