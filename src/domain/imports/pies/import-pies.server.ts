import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import { normalizePartNumber } from '../../search/part-number.ts'
import { formatCount } from '../../shared/format-count.ts'
import { findMake } from '../../vehicles/make-names.ts'
import { batches } from '../batches.ts'
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
import { UnreadableFileError } from '../unreadable-file.ts'
import type { PiesItem, PiesRecord } from './read-pies.ts'

/** Items of one file, which are in memory. */
const MAX_ITEMS = 100_000
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
 * Changes the parts of a PIES file: names, descriptions, brand, price, minimum order; and adds their
 * interchange numbers. Adds no parts: a PIES file has neither stock nor pictures of this store. For admins
 * and the command line.
 * @param options.apply false for a dry run: nothing is written. `skipUnknown` skips parts that the store does
 * not have.
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
  const numbers = await findNewNumbers(db, knownItems)
  const unchanged = new Set<string>()
  const report = await importProducts(db, () => linesOf(knownItems), {
    apply: apply && problems.refused === 0,
    pictures: NO_PICTURES,
    onUnchanged: (id) => unchanged.add(id),
    journal: {
      ...journal,
      async finish(trx) {
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
        await journal.finish(trx)
      },
    },
  })
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
    }
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error
    problems.add('', error.problem)
  }
  return items
}

function charactersOf({ partNumber, brand, name, about, price, minOrder, interchange }: PiesItem): number {
  return [partNumber, brand, name, about, price, minOrder, ...interchange.flatMap(Object.values)].join('')
    .length
}

type KnownItem = { id: string; item: PiesItem }

/**
 * The items that the store has. Those with a blank or ambiguous number are passed to the products import,
 * which reports them.
 */
async function findItems(
  db: Database,
  items: readonly PiesItem[],
  skipUnknown: boolean,
  problems: ProblemList,
): Promise<KnownItem[]> {
  const knownItems: KnownItem[] = []
  for (const batch of batches(items, PARTS_PER_STATEMENT)) {
    const match = await matchProducts(db, batch)
    for (const item of batch) {
      const [product] = normalizePartNumber(item.partNumber) === '' ? [] : match(item)
      if (product || normalizePartNumber(item.partNumber) === '')
        knownItems.push({ id: product?.id ?? '', item })
      else
        problems.add(item.partNumber, {
          line: item.line,
          code: 'unknown_part',
          field: 'PartNumber',
          message: `The store has no part ${item.partNumber.slice(0, 60)}. Add it first: PIES files have neither stock nor pictures.`,
          ...(skipUnknown && { warning: true }),
        })
    }
  }
  return knownItems
}

function linesOf(knownItems: readonly KnownItem[]): ProductLines {
  async function* lines() {
    for (const batch of batches(knownItems, PARTS_PER_STATEMENT)) {
      yield batch.map(({ item }) => cellsOf(item))
      await pauseIfDue()
    }
  }
  return { lines: lines(), problems: [] }
}

function cellsOf({ line, partNumber, brand, name, about, price, minOrder }: PiesItem): ProductCells {
  const texts = { partNumber, brand, name, about, price, minOrder }
  const given = Object.entries(texts).filter(([, text]) => text !== '')
  // XML readers run no formulas: text that looks like one is meant as text.
  return { line, cells: Object.fromEntries(given.map(([column, text]) => [column, guardFormula(text)])) }
}

/** The interchange numbers of these parts that the store does not have yet. */
async function findNewNumbers(db: Database, knownItems: readonly KnownItem[]): Promise<NewNumber[]> {
  const makes = (await db.selectFrom('vehicles').distinct().select('make').execute()).map(({ make }) => make)
  const originals = new Map<string, boolean>()
  const isOriginal = (brand: string) => {
    const original = originals.get(brand) ?? (/^oem?$/i.test(brand) || findMake(brand, makes) !== undefined)
    originals.set(brand, original)
    return original
  }
  const numbers: NewNumber[] = []
  for (const batch of batches(knownItems, PARTS_PER_STATEMENT)) {
    const ids = batch.flatMap(({ id }) => (id === '' ? [] : [id]))
    if (ids.length === 0) continue
    const { rows } = await sql<{ product_id: string; normalized: string }>`
      select product_id, normalized from part_numbers where product_id = any (${ids})`.execute(db)
    const storedKeys = new Set(rows.map(({ product_id, normalized }) => `${product_id} ${normalized}`))
    for (const { id, item } of batch)
      for await (const { brand, number } of withPauses(
        id === '' ? [] : item.interchange.slice(0, MAX_NUMBERS_PER_ITEM),
      )) {
        const key = `${id} ${normalizePartNumber(number)}`
        if (number.length > 60 || normalizePartNumber(number) === '' || storedKeys.has(key)) continue
        storedKeys.add(key)
        numbers.push({ product_id: id, kind: isOriginal(brand) ? 'OE' : 'competitor', number })
      }
  }
  return numbers
}

const NO_PICTURES: PictureSource = {
  isFile: () => false,
  asStored: (picture) => picture,
  check: (pictures) =>
    Promise.resolve(new Map(pictures.map((url) => [url, 'A PIES file has no pictures of this store.']))),
  store: () => Promise.reject(new Error('A PIES file has no pictures')),
}
