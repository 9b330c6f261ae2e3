import type { Database } from '#db/connection.ts'
import { spelledNumber } from '../../search/part-number.ts'
import { formatCount, formatCountOf } from '../../shared/format-count.ts'
import { type Fitment, fitmentSummary } from '../../vehicles/fitment.ts'
import { batches } from '../batches.ts'
import type { ImportJournal, JournalEntry } from '../import-journal.server.ts'
import {
  type ImportChange,
  type ImportReport,
  NOTHING_DONE,
  NOTHING_TO_REPORT,
  withFileProblems,
} from '../import-report.ts'
import { MAX_REPORTED } from '../imported-file.ts'
import { lockImports } from '../lock-imports.server.ts'
import { ambiguousText, looseText, matchProducts } from '../match-products.server.ts'
import { withPauses } from '../pause-if-due.ts'
import { UnreadableFileError } from '../unreadable-file.ts'
import { type AcesFile, collectApplications } from './collect-applications.ts'
import {
  compareFitments,
  type FitmentChanges,
  type FilePart,
  type StoredFitment,
} from './compare-fitments.ts'
import { type FitmentEdit, readFitments, writeFitmentEdits } from './fitment-edits.server.ts'
import type { AcesRecord } from './read-aces.ts'
import type { AcesContext } from './resolve-vehicle.ts'

const PARTS_PER_STATEMENT = 100
/** A part may have tens of thousands of fitments. */
const FITMENTS_PER_JOURNAL_ROW = 100
const JOURNAL_ROWS_PER_STATEMENT = 20
/** Added fitments, and removed ones, that the report of a part lists. */
const MAX_EXAMPLES = 3

/** A part of the file that the store has. */
type Part = FilePart & { id: string; partNumber: string; line: number }

/**
 * Imports the vehicles that the parts of an ACES file fit. A FULL file replaces what earlier files stated
 * about its parts, an UPDATE changes it; fitments that admins entered stay. The counts are of fitments,
 * except `refused`, which counts applications. Each changed part is in the audit. For admins and the command
 * line.
 * @param options.apply false for a dry run: nothing is written.
 * @returns what was or would be done. If an application is refused, or the file cannot be read completely,
 * nothing is done.
 */
export async function importAces(
  db: Database,
  records: AsyncIterable<AcesRecord>,
  known: AcesContext,
  { apply, journal }: { apply: boolean; journal: ImportJournal },
): Promise<ImportReport> {
  const file = await collectApplications(records, known).catch((error: unknown) => {
    if (error instanceof UnreadableFileError) return error
    throw error
  })
  if (file instanceof UnreadableFileError) return withFileProblems(NOTHING_TO_REPORT, [file.problem])
  const parts = await findParts(db, file, known.skipUnknown)
  const planned = await compareAndWrite(db, parts, file, journal)
  if (!apply || !planned.ok) return planned
  return db.transaction().execute(async (trx) => {
    await lockImports(trx, 'import')
    await journal.begin(trx)
    const report = await compareAndWrite(trx, parts, file, journal, async (changes) => {
      await writeFitmentEdits(trx, changes, journal.actorId)
      for (const batch of batches(entriesOf(changes), JOURNAL_ROWS_PER_STATEMENT))
        await journal.record(trx, batch)
    })
    await journal.finish(trx, report)
    return report
  })
}

/** The store's parts that the file lists, in the order of their ids, in which they are locked. */
async function findParts(db: Database, file: AcesFile, skipUnknown: boolean): Promise<Part[]> {
  const { parts, problems } = file
  const partOfNumber = new Map<string, Part>()
  // A file may write one number in several ways.
  const partOfId = new Map<string, Part>()
  for (const batch of batches([...parts.values()], PARTS_PER_STATEMENT)) {
    const refs = batch.map(({ number }) => ({ partNumber: number }))
    const matchOf = await matchProducts(db, refs, { named: parts })
    for (const { number, line, count } of batch) {
      const match = matchOf({ partNumber: number })
      const [product, other] = match.products
      const applications = count === 1 ? 'one application' : `${count} applications`
      if (!product) {
        const message = `This store has no part ${number}. The file has ${applications} for it. Add the part first, or correct its number.`
        const warning = skipUnknown && { warning: true }
        problems.add(number, { line, code: 'unknown_part', field: 'Part', message, ...warning }, count)
      } else if (other) {
        const message = `${ambiguousText(number, match)} The file has ${applications} for them.`
        problems.add(number, { line, code: 'ambiguous_part', field: 'Part', message }, count)
      } else {
        if (match.isLoose)
          problems.add(number, {
            line,
            code: 'other_spelling',
            field: 'Part',
            message: looseText(number, product),
            warning: true,
          })
        const { id, part_number: partNumber } = product
        const part = partOfId.get(id) ?? { id, partNumber, line, added: [], deleted: [] }
        partOfId.set(id, part)
        partOfNumber.set(spelledNumber(number), part)
      }
    }
  }
  for await (const group of withPauses(file.groups)) {
    const part = partOfNumber.get(spelledNumber(group.number))
    if (group.action === 'A') part?.added.push(group)
    else part?.deleted.push(group)
  }
  return inOrder(partOfId.values())
}

/**
 * Sorts parts by id, in groups with the same prefix: hundreds of thousands at once would block for too long.
 */
async function inOrder(parts: Iterable<Part>): Promise<Part[]> {
  const groups = Map.groupBy(parts, ({ id }) => id.slice(0, 2))
  const sorted: Part[] = []
  for await (const [, group] of withPauses([...groups].toSorted(([a], [b]) => (a < b ? -1 : 1))))
    sorted.push(...group.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
  return sorted
}

type PartChanges = FitmentEdit & FitmentChanges & { part: Part }

/**
 * Compares the parts with the store, passes the changes of each batch to `write`, and returns the report.
 * Without `write` a dry run, which also reports deletions that match nothing.
 */
async function compareAndWrite(
  db: Database,
  parts: readonly Part[],
  { submission, problems, notes }: AcesFile,
  journal: ImportJournal,
  write?: (changes: readonly PartChanges[]) => Promise<void>,
): Promise<ImportReport> {
  const counts = { ...NOTHING_DONE }
  const changes: ImportChange[] = []
  let done = 0
  for (const batch of batches(parts, PARTS_PER_STATEMENT)) {
    const compared = await compareParts(db, batch, submission, write !== undefined)
    await write?.(compared)
    done += batch.length
    await journal.reportProgress(done, parts.length)
    for (const { part, before, add, remove, counts: counted, nothingToDelete } of compared) {
      for (const key of ['added', 'changed', 'removed', 'unchanged'] as const) counts[key] += counted[key]
      if (write === undefined)
        for (const line of nothingToDelete)
          problems.add(part.partNumber, {
            line,
            code: 'nothing_to_delete',
            message: `Part ${part.partNumber} has no matching application, so there is nothing to delete.`,
            warning: true,
          })
      if (add.length + remove.length === 0) continue
      const examples =
        changes.length < MAX_REPORTED ? examplesText('Added', add) + examplesText('Removed', remove) : ''
      changes.push({
        line: part.line,
        partNumber: part.partNumber,
        fields: [
          {
            field: 'vehicles',
            before: countText(before),
            after: countText(before + add.length - remove.length) + examples,
          },
        ],
      })
    }
  }
  counts.refused = problems.refused
  const ok = counts.refused === 0
  return {
    ok,
    counts,
    problems: problems.list(),
    changes,
    changeCount: changes.length,
    conditions: notes,
  }
}

/** For example "1,200 lines", the word for fitments on the pages. */
const countText = (count: number) => formatCountOf(count, 'line')

/** For example ". Added: 2004–2008 Honda Civic; 2010 Honda Fit; and 5 more"; blank without any. */
function examplesText(what: 'Added' | 'Removed', fitments: readonly Fitment[]): string {
  if (fitments.length === 0) return ''
  const texts = fitments.slice(0, MAX_EXAMPLES).map(fitmentSummary)
  const more = fitments.length - texts.length
  return `. ${what}: ${[...texts, ...(more > 0 ? [`and ${formatCount(more)} more`] : [])].join('; ')}`
}

async function compareParts(
  db: Database,
  parts: readonly Part[],
  submission: AcesFile['submission'],
  lock: boolean,
): Promise<PartChanges[]> {
  const ids = parts.map(({ id }) => id)
  const products = db
    .selectFrom('products')
    .select(['id', 'price_cents', 'min_order'])
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
  const rows = await (lock ? products.orderBy('id').forNoKeyUpdate() : products).execute()
  const productOf = new Map(rows.map((row) => [row.id, row]))
  const stored = await readFitments(db, ids)
  const compared: PartChanges[] = []
  for (const part of parts) {
    const product = productOf.get(part.id)
    // Deleted after it was found.
    if (!product) continue
    const fitments = stored.get(part.id) ?? []
    compared.push({
      part,
      product,
      before: fitments.length,
      ...(await compareFitments(fitments, part, submission)),
    })
  }
  return compared
}

function* entriesOf(changes: readonly PartChanges[]): Generator<JournalEntry> {
  for (const { part, add, remove } of changes) {
    const entry = { productId: part.id, kind: 'vehicles' as const, before: [], after: [] }
    for (const batch of batches(remove, FITMENTS_PER_JOURNAL_ROW))
      yield { ...entry, before: batch.map(withoutId) }
    for (const batch of batches(add, FITMENTS_PER_JOURNAL_ROW)) yield { ...entry, after: batch }
  }
}

function withoutId(stored: StoredFitment): Fitment {
  const { id: _, ...fitment } = stored
  return fitment
}
