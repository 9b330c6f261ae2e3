import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import { readSpecificationFields } from '../../products/specification-fields.server.ts'
import { MAX_NUMBER_LENGTH, normalizePartNumber, spelledNumber } from '../../search/part-number.ts'
import { formatCount } from '../../shared/format-count.ts'
import { findMake } from '../../vehicles/make-names.ts'
import { batches } from '../batches.ts'
import type { SpecificationColumn } from '../csv-product-columns.ts'
import { FirstLines } from '../first-lines.ts'
import type { ImportJournal } from '../import-journal.server.ts'
import { importProducts } from '../import-products.server.ts'
import type { ImportReport } from '../import-report.ts'
import { matchProducts } from '../match-products.server.ts'
import { pauseIfDue, withPauses } from '../pause-if-due.ts'
import type { PictureSource } from '../picture-source.ts'
import type { ProductLines } from '../plan-products.server.ts'
import { ProblemList } from '../problem-list.ts'
import type { ProductCells } from '../product-row.ts'
import { guardFormula } from '../read-cells.ts'
import { createSpecificationColumns } from '../specification-columns.ts'
import { LOST_DIGITS, MADE_A_DATE, spreadsheetNumber } from '../spreadsheet-number.ts'
import { UnreadableFileError } from '../unreadable-file.ts'
import { specificationCells } from './item-specifications.ts'
import type { PiesItem, PiesRecord } from './read-pies.ts'

/** Items of one file, which are in memory. */
const MAX_ITEMS = 100_000
/** Characters of a brand. */
const MAX_BRAND_LENGTH = 100
/** Interchange numbers of an item; more are ignored. */
const MAX_NUMBERS_PER_ITEM = 500
/** Characters of all items. */
const MAX_CHARACTERS = 64_000_000
const TOO_MANY_ITEMS = `A file has at most ${formatCount(MAX_ITEMS)} items. Split it into several files.`
const ITEMS_TOO_LARGE = `The items of a file have at most ${MAX_CHARACTERS / 1_000_000} million characters in total. Split it into several files.`
const PARTS_PER_STATEMENT = 100
const NUMBERS_PER_STATEMENT = 1_000

type NewNumber = { product_id: string; kind: 'OE' | 'competitor'; number: string }

/**
 * Changes the parts of a PIES file: names, descriptions, brand, price, minimum order, GTIN, weight, core
 * deposit, whether they are dangerous goods, and specifications that have the names of their attributes; and
 * adds their interchange numbers. Adds no parts: a PIES file has neither stock nor pictures of this store.
 * For admins and the command line.
 * @param options.apply false for a dry run: nothing is written. `skipUnknown` skips parts that the store
 * does not have.
 * @returns what was or would be done. If an item is refused, nothing is done.
 */
export async function importPies(
  db: Database,
  records: AsyncIterable<PiesRecord>,
  { apply, skipUnknown, journal }: { apply: boolean; skipUnknown: boolean; journal: ImportJournal },
): Promise<ImportReport> {
  const problems = new ProblemList()
  const items = await readItems(records, problems)
  const knownItems = await findItems(db, items, skipUnknown, problems)
  const numbers = await findNewNumbers(db, knownItems, problems)
  const unchanged = new Set<string>()
  const withNumbers = (report: ImportReport): ImportReport => {
    // A part that only gets numbers counts as changed, too.
    const numbered = new Set(numbers.map(({ product_id }) => product_id))
    const numberedOnly = [...unchanged].filter((id) => numbered.has(id)).length
    return {
      ...report,
      ok: report.ok && problems.refused === 0,
      counts: {
        ...report.counts,
        changed: report.counts.changed + numberedOnly,
        unchanged: report.counts.unchanged - numberedOnly,
        refused: report.counts.refused + problems.refused,
      },
      problems: [...report.problems, ...problems.list()].toSorted((a, b) => a.line - b.line),
    }
  }
  const report = await importProducts(db, () => linesOf(knownItems), {
    apply: apply && problems.refused === 0,
    pictures: NO_PICTURES,
    onUnchanged: (id) => unchanged.add(id),
    journal: {
      ...journal,
      async finish(trx, report) {
        for (const batch of batches(numbers, NUMBERS_PER_STATEMENT)) {
          await trx
            .insertInto('part_numbers')
            .values(batch)
            .onConflict((conflict) => conflict.doNothing())
            .execute()
          const entries = batch.map(({ product_id: productId, kind, number }) => ({
            productId,
            kind: 'number' as const,
            after: { kind, number },
          }))
          await journal.record(trx, entries)
        }
        await journal.finish(trx, withNumbers(report))
      },
    },
  })
  return withNumbers(report)
}

async function readItems(records: AsyncIterable<PiesRecord>, problems: ProblemList): Promise<PiesItem[]> {
  const items: PiesItem[] = []
  let count = 0
  let characters = 0
  try {
    for await (const record of records) {
      if (record.kind === 'trailer') {
        if (record.items === String(count)) continue
        const message = `The trailer counts ${record.items.slice(0, 20) || 'no'} items, but the file has ${count}. Is it complete?`
        problems.add('', { line: record.line, code: 'wrong_record_count', field: 'ItemCount', message })
        continue
      }
      count += 1
      if (count > MAX_ITEMS) throw new UnreadableFileError(record.line, 'too_many_lines', TOO_MANY_ITEMS)
      characters += charactersOf(record)
      if (characters > MAX_CHARACTERS)
        throw new UnreadableFileError(record.line, 'too_large', ITEMS_TOO_LARGE)
      if (record.action === 'D') {
        const message =
          'Files cannot delete parts. Remove this item from the file, and delete or hide the part in the dashboard.'
        problems.add('', { line: record.line, code: 'deletion', field: 'MaintenanceType', message })
      } else items.push(record)
      for (const { message, ...leftOut } of record.leftOut)
        problems.add(message, { ...leftOut, message, warning: true })
    }
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error
    problems.add('', error.problem)
  }
  return items
}

function charactersOf({
  partNumber,
  brand,
  name,
  about,
  price,
  minOrder,
  gtin,
  weight,
  coreDeposit,
  interchange,
  attributes,
}: PiesItem): number {
  const facts = [partNumber, brand, name, about, price, minOrder, gtin, weight, coreDeposit]
  const texts = [...facts, ...interchange.flatMap(Object.values)]
  return attributes.reduce(
    (sum, attribute) =>
      sum + attribute.name.length + attribute.unit.length + attribute.value.length + CHARACTERS_OF_ATTRIBUTE,
    texts.join('').length,
  )
}

/** What an attribute counts for besides its texts: an item may have many short ones. */
const CHARACTERS_OF_ATTRIBUTE = 40

type KnownItem = { id: string; item: PiesItem; specifications: Record<SpecificationColumn, string> }

/**
 * The items that the store has. Those with an ambiguous number, or with a number or brand that no part can
 * have, are passed to the products import, which reports them.
 */
async function findItems(
  db: Database,
  items: readonly PiesItem[],
  skipUnknown: boolean,
  problems: ProblemList,
): Promise<KnownItem[]> {
  const knownItems: KnownItem[] = []
  const columns = createSpecificationColumns(await readSpecificationFields(db))
  const named = new Set(items.map(({ partNumber }) => spelledNumber(partNumber)))
  const isPossible = ({ partNumber, brand }: PiesItem) =>
    partNumber.length <= MAX_NUMBER_LENGTH &&
    brand.length <= MAX_BRAND_LENGTH &&
    normalizePartNumber(partNumber) !== ''
  for (const batch of batches(items, PARTS_PER_STATEMENT)) {
    const matchOf = await matchProducts(db, batch, { named })
    for (const item of batch) {
      const { line, partNumber } = item
      const [product] = isPossible(item) ? matchOf(item).products : []
      if (product || !isPossible(item)) {
        const specifications = product ? specificationCells(item, product, columns, problems) : {}
        knownItems.push({ id: product?.id ?? '', item, specifications })
        continue
      }
      const problem =
        spreadsheetNumber(partNumber) === 'exponent'
          ? { code: 'lost_digits', message: LOST_DIGITS }
          : {
              code: 'unknown_part',
              message: `The store has no part ${partNumber}. Add it first: PIES files have neither stock nor pictures.`,
            }
      problems.add(partNumber, {
        line,
        field: 'PartNumber',
        ...problem,
        ...(skipUnknown && { warning: true }),
      })
    }
  }
  return knownItems
}

function linesOf(knownItems: readonly KnownItem[]): ProductLines {
  async function* lines() {
    for (const batch of batches(knownItems, PARTS_PER_STATEMENT)) {
      yield batch.map(cellsOf)
      await pauseIfDue()
    }
  }
  return { lines: lines(), problems: [] }
}

function cellsOf({ item, specifications }: KnownItem): ProductCells {
  const { line, partNumber, brand, name, about, price, minOrder, gtin } = item
  const { weight, dangerous, coreDeposit } = item
  const facts = { partNumber, brand, name, about, price, minOrder, gtin, weight, dangerous, coreDeposit }
  const texts = { ...facts, ...specifications }
  const given = Object.entries(texts).filter(([, text]) => text !== '')
  // XML readers run no formulas: text that looks like one is meant as text.
  return { line, cells: Object.fromEntries(given.map(([column, text]) => [column, guardFormula(text)])) }
}

/**
 * The interchange numbers of these parts that the store does not have yet. One that a spreadsheet has
 * shortened is left out with a warning.
 */
async function findNewNumbers(
  db: Database,
  knownItems: readonly KnownItem[],
  problems: ProblemList,
): Promise<NewNumber[]> {
  const makes = (await db.selectFrom('vehicles').distinct().select('make').execute()).map(({ make }) => make)
  const originals = new Map<string, boolean>()
  const isOriginal = (name: string) => {
    const brand = name.slice(0, MAX_BRAND_LENGTH)
    const original = originals.get(brand) ?? (/^oem?$/i.test(brand) || findMake(brand, makes) !== undefined)
    originals.set(brand, original)
    return original
  }
  const numbers: NewNumber[] = []
  for (const batch of batches(knownItems, PARTS_PER_STATEMENT)) {
    const ids = batch.flatMap(({ id }) => (id === '' ? [] : [id]))
    if (ids.length === 0) continue
    const { rows } = await sql<{ product_id: string; number: string }>`
      select product_id, number from part_numbers where product_id = any (${ids})`.execute(db)
    const known = new FirstLines()
    for (const { product_id: id, number } of rows) known.ofNew(number, id, 0)
    for (const { id, item } of batch)
      for await (const { brand, number } of withPauses(
        id === '' ? [] : item.interchange.slice(0, MAX_NUMBERS_PER_ITEM),
      )) {
        if (number.length > MAX_NUMBER_LENGTH || normalizePartNumber(number) === '') continue
        if (known.ofNew(number, id, item.line).first !== undefined) continue
        const damage = spreadsheetNumber(number)
        const isLost = damage === 'exponent'
        if (damage)
          problems.add(number, {
            line: item.line,
            code: isLost ? 'lost_digits' : 'made_a_date',
            field: 'PartInterchange',
            message: `${number}: ${isLost ? `${LOST_DIGITS} It is left out.` : MADE_A_DATE}`,
            warning: true,
          })
        if (!isLost) numbers.push({ product_id: id, kind: isOriginal(brand) ? 'OE' : 'competitor', number })
      }
  }
  return numbers
}

const NO_PICTURES: PictureSource = {
  isFile: () => false,
  isOptional: () => false,
  asStored: (picture) => picture,
  check: (pictures) =>
    Promise.resolve(new Map(pictures.map((url) => [url, 'A PIES file has no pictures of this store.']))),
  store: () => Promise.reject(new Error('A PIES file has no pictures')),
}
