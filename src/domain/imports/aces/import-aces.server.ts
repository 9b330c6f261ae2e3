import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import { recordChanges } from '../../audit/record-change.server.ts'
import { selectLines, toFitment } from '../../products/list-fitments.server.ts'
import { fitmentRow } from '../../products/write-fitments.server.ts'
import { normalPartNumber } from '../../search/part-number.ts'
import type { Fitment } from '../../vehicles/fitment.ts'
import { batches } from '../batches.ts'
import type { ImportJournal, JournalEntry } from '../import-journal.server.ts'
import type { ImportChange, ImportReport } from '../import-report.ts'
import { matchProducts } from '../match-products.server.ts'
import { UnreadableFile } from '../unreadable-file.ts'
import { waitForImports } from '../wait-for-imports.server.ts'
import type { BaseVehicle } from './base-vehicles.ts'
import { type AcesFile, collectApplications } from './collect-applications.ts'
import {
  compareFitments,
  type FitmentChanges,
  type PartOfFile,
  type StoredFitment,
} from './compare-fitments.ts'
import type { AcesRecord } from './read-aces.ts'
import { readModels } from './read-models.server.ts'

/** Parts per statement, and fitments per statement. */
const PARTS = 100
const FITMENTS = 2_000

/** A part of the file, as the store has it. */
type Part = PartOfFile & { id: string; partNumber: string; line: number }

export type AcesImport = ImportReport & { changes: ImportChange[] }

/**
 * Writes which vehicles the parts of an ACES file fit. A FULL file replaces what earlier files said of its parts, an UPDATE changes it; what
 * admins entered stays. Counts are lines of vehicles, refused ones applications. Each changed part is in the audit. From the command line.
 * @param options.apply false for a dry run: nothing is written. `skipUnknown`: applications of parts and vehicles that the store does not
 * have are left out with a warning, instead of refused.
 * @returns what was or would be done. With a refused application, or a file that cannot be read to its end, nothing is.
 */
export async function importAces(
  db: Database,
  records: AsyncIterable<AcesRecord>,
  baseVehicles: ReadonlyMap<string, BaseVehicle>,
  { apply, skipUnknown, journal }: { apply: boolean; skipUnknown: boolean; journal?: ImportJournal },
): Promise<AcesImport> {
  const file = await readFile(db, records, baseVehicles, skipUnknown)
  if ('problem' in file)
    return { ok: false, counts: { ...NOTHING, refused: 1 }, problems: [file.problem], changes: [] }
  const parts = await findParts(db, file, skipUnknown)
  const planned = await compareAll(db, parts, file, { journal })
  if (!apply || !planned.ok) return planned
  return db.transaction().execute(async (trx) => {
    await waitForImports(trx, 'import')
    const report = await compareAll(trx, parts, file, {
      journal,
      write: async (changes) => {
        await writeFitmentEdits(trx, changes, journal?.actorId ?? null)
        await journal?.record(trx, changes.flatMap(entryOf))
      },
    })
    await journal?.finish(trx)
    return report
  })
}

const NOTHING = { added: 0, changed: 0, removed: 0, unchanged: 0, refused: 0 }

async function readFile(
  db: Database,
  records: AsyncIterable<AcesRecord>,
  baseVehicles: ReadonlyMap<string, BaseVehicle>,
  skipUnknown: boolean,
): Promise<AcesFile | UnreadableFile> {
  try {
    const findModel = await readModels(db)
    return await collectApplications(records, { baseVehicles, findModel, skipUnknown })
  } catch (error) {
    if (error instanceof UnreadableFile) return error
    throw error
  }
}

/** The parts of the store that the file names, in the order of their ids, in which they are locked. */
async function findParts(
  db: Database,
  { parts, added, deleted, problems }: AcesFile,
  skipUnknown: boolean,
): Promise<Part[]> {
  const found = new Map<string, Part>()
  for (const some of batches([...parts.values()], PARTS)) {
    const match = await matchProducts(
      db,
      some.map(({ number }) => ({ partNumber: number })),
    )
    for (const { number, line, count } of some) {
      const [product, other] = match({ partNumber: number })
      const applications = count === 1 ? 'One application' : `${count} applications`
      if (!product)
        problems.add(
          number,
          {
            line,
            code: 'unknown_part',
            field: 'Part',
            message: `The store has no part ${number}, which the file has from this line on. ${applications}.`,
            ...(skipUnknown && { warning: true }),
          },
          count,
        )
      else if (other)
        problems.add(
          number,
          {
            line,
            code: 'ambiguous_part',
            field: 'Part',
            message: `The store has several parts with the number ${number}. Make their numbers different. ${applications}.`,
          },
          count,
        )
      else
        found.set(normalPartNumber(number), {
          id: product.id,
          partNumber: product.part_number,
          line,
          added: [],
          deleted: [],
        })
    }
  }
  for (const group of added) found.get(normalPartNumber(group.number))?.added.push(group)
  for (const group of deleted) found.get(normalPartNumber(group.number))?.deleted.push(group)
  return [...found.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

type PartChanges = FitmentChanges & {
  part: Part
  before: number
  /** What the audit notes of every edit (I29). */
  facts: { price: number; minOrder: number }
}

/** The report, after `write` got the changes of each batch of parts. */
async function compareAll(
  db: Database,
  parts: readonly Part[],
  { submission, problems }: AcesFile,
  {
    journal,
    write,
  }: {
    journal?: ImportJournal | undefined
    write?: (changes: readonly PartChanges[]) => Promise<void>
  },
): Promise<AcesImport> {
  const counts = { ...NOTHING }
  const changes: ImportChange[] = []
  let done = 0
  for (const some of batches(parts, PARTS)) {
    const compared = await compareParts(db, some, submission, write !== undefined)
    await write?.(compared)
    done += some.length
    await journal?.progress(done, parts.length)
    for (const { part, before, add, remove, counts: counted, nothingToDelete } of compared) {
      for (const key of ['added', 'changed', 'removed', 'unchanged'] as const) counts[key] += counted[key]
      if (write === undefined)
        for (const line of nothingToDelete)
          problems.add(part.partNumber, {
            line,
            code: 'nothing_to_delete',
            message: `Part ${part.partNumber} has no such application to delete.`,
            warning: true,
          })
      if (add.length + remove.length === 0) continue
      const lines = (count: number) => `${count} ${count === 1 ? 'line' : 'lines'}`
      changes.push({
        line: part.line,
        partNumber: part.partNumber,
        fields: [
          { field: 'vehicles', before: lines(before), after: lines(before + add.length - remove.length) },
        ],
      })
    }
  }
  counts.refused = problems.refused
  return { ok: counts.refused === 0, counts, problems: problems.list(), changes }
}

async function compareParts(
  db: Database,
  parts: readonly Part[],
  submission: AcesFile['submission'],
  lock: boolean,
): Promise<PartChanges[]> {
  const ids = parts.map(({ id }) => id)
  // Without the parts that were deleted since they were found.
  const products = db
    .selectFrom('products')
    .select(['id', 'price_cents', 'min_order'])
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
  const onSale = await (lock ? products.orderBy('id').forNoKeyUpdate() : products).execute()
  const factsOf = new Map(
    onSale.map(({ id, price_cents, min_order }) => [id, { price: price_cents / 100, minOrder: min_order }]),
  )
  const rows = await selectLines(db).select('id').where('product_id', 'in', ids).orderBy('id').execute()
  const stored = Map.groupBy(rows, (row) => row.product_id)
  return parts.flatMap((part) => {
    const facts = factsOf.get(part.id)
    if (!facts) return []
    const lines = (stored.get(part.id) ?? []).map((row) => ({ ...toFitment(row), id: row.id }))
    return [{ part, facts, before: lines.length, ...compareFitments(lines, part, submission) }]
  })
}

function entryOf({ part, add, remove }: PartChanges): JournalEntry[] {
  if (add.length + remove.length === 0) return []
  return [{ productId: part.id, kind: 'vehicles', before: remove.map(withoutId), after: add }]
}

function withoutId(line: StoredFitment): Fitment {
  const copy: Partial<StoredFitment> & Fitment = { ...line }
  delete copy.id
  return copy
}

/** What is written of one part: lines to add and to remove, how many it had before, and what the audit notes of every edit (I29). */
export type FitmentEdit = {
  part: { id: string }
  facts: { price: number; minOrder: number }
  before: number
  add: readonly Fitment[]
  remove: readonly { id: number }[]
}

/** Writes fitments, with the audit. Call it with the products locked. */
export async function writeFitmentEdits(
  trx: Database,
  all: readonly FitmentEdit[],
  actorId: string | null,
): Promise<void> {
  const changed = all.filter(({ add, remove }) => add.length + remove.length > 0)
  const removed = changed.flatMap(({ remove }) => remove.map(({ id }) => id))
  if (removed.length > 0) await sql`delete from fitments where id = any (${removed})`.execute(trx)
  const rows = changed.flatMap(({ part, add }) => add.map((line) => fitmentRow(part.id, line)))
  for (const some of batches(rows, FITMENTS)) await trx.insertInto('fitments').values(some).execute()
  await recordChanges(
    trx,
    changed.map(({ part, facts, before, add, remove }) => ({
      actorId,
      action: 'edit_product' as const,
      subject: `product:${part.id}` as const,
      before: { ...facts, vehicles: before },
      after: { ...facts, vehicles: before + add.length - remove.length },
    })),
  )
}
