import type { Database } from '#db/connection.ts'
import { readSpelling } from '../products/brands-and-categories.server.ts'
import type { ProductRow } from '../products/product-queries.server.ts'
import type { Product } from '../products/product.ts'
import { normalizePartNumber } from '../search/part-number.ts'
import { inBatches, PARTS_PER_STATEMENT } from './batches.ts'
import { type ImportProblem, type ImportReport, withFileProblems } from './import-report.ts'
import { matchProducts } from './match-products.server.ts'
import type { PictureSource } from './picture-source.ts'
import { PlanReport } from './plan-report.server.ts'
import {
  type ChangedProductRow,
  type NewProductRow,
  type ProductCells,
  isNewProduct,
  missingFor,
  readProductRow,
} from './product-row.ts'
import { changeOf, type Edit, type ProductChange } from './update-products.server.ts'

/** The lines of a file in batches; problems of the file itself are known once all have been read. */
export type ProductLines = {
  lines: AsyncIterable<readonly ProductCells[]>
  problems: readonly ImportProblem[]
}

/** A new part, and its line. */
export type Addition = { line: number; values: NewProductRow }

/** What importing the lines of a file would do. */
export type Plan = {
  report: ImportReport
  lines: number
  /** Whether the lines have a brand or category that no part on sale has. */
  hasNewNames: boolean
}

type PlanOptions = {
  /** The URLs of pictures that were files; without it they are still files. */
  stored?: ReadonlyMap<string, string>
  /** Parts that this import has added: later lines do not match them, just as in a dry run. */
  added?: ReadonlySet<string>
  /** Called with the additions and edits of each batch of lines. */
  onAdditions: (additions: readonly Addition[]) => Promise<void> | void
  onEdits?: (edits: readonly Edit[]) => Promise<void>
  /** Called with each part of the file that stays unchanged. */
  onUnchanged?: ((id: string) => void) | undefined
  onRead: (lines: number) => Promise<void>
}

/**
 * Compares the lines of a parts file with the store. Writes nothing itself: the changes go to the callbacks,
 * in batches.
 */
export async function planProducts(
  db: Database,
  file: ProductLines,
  pictures: PictureSource,
  { stored, added, onAdditions, onEdits, onUnchanged, onRead }: PlanOptions,
): Promise<Plan> {
  const report = new PlanReport()
  const firstLines = new Map<string, number>()
  const spelling = await readSpelling(db)
  let lines = 0
  for await (const batch of inBatches(file.lines, PARTS_PER_STATEMENT)) {
    const { readable, refused } = readLines(batch, pictures, spelling)
    for (const problems of refused) report.refuse(problems)
    const matched = await matchLines(db, readable, added)
    const pictureProblems = await pictures.check(newPictures(matched, pictures))
    const additions: Addition[] = []
    const edits: Edit[] = []
    for (const matchedLine of matched) {
      const plan = planLine(matchedLine, firstLines, { pictures, pictureProblems, stored })
      if (plan.kind === 'refused') report.refuse([plan.problem])
      else if (plan.kind === 'unchanged') {
        report.counts.unchanged += 1
        onUnchanged?.(plan.id)
      } else if (plan.kind === 'added') {
        report.counts.added += 1
        additions.push(plan.addition)
      } else {
        report.change(matchedLine.line, plan.change)
        edits.push(plan.edit)
      }
    }
    if (additions.length > 0) await onAdditions(additions)
    if (edits.length > 0) await onEdits?.(edits)
    lines += batch.length
    await onRead(lines)
  }
  return { report: withFileProblems(report.finish(), file.problems), lines, hasNewNames: spelling.hasNew() }
}

/** A line that could be read: as it was typed, and with names and picture as the store has them. */
type ReadableLine = { line: number; typed: ChangedProductRow; row: ChangedProductRow }

function readLines(
  batch: readonly ProductCells[],
  pictures: PictureSource,
  spelling: Awaited<ReturnType<typeof readSpelling>>,
): { readable: ReadableLine[]; refused: (readonly ImportProblem[])[] } {
  const readable: ReadableLine[] = []
  const refused: (readonly ImportProblem[])[] = []
  for (const cells of batch) {
    const result = readProductRow(cells)
    if (!result.ok) {
      refused.push(result.problems)
      continue
    }
    const typed = result.row
    const { brand, category, picture } = typed
    const row = {
      ...typed,
      ...(picture !== undefined && { picture: pictures.asStored(picture) }),
      ...(brand && { brand: spelling.spell('brand', brand) }),
      ...(category && { category: spelling.spell('category', category) }),
    }
    readable.push({ line: cells.line, typed, row })
  }
  return { readable, refused }
}

/** A line with the parts of the store that match its number and brand. */
type MatchedLine = { line: number; row: ChangedProductRow; matches: readonly ProductRow[] }

async function matchLines(
  db: Database,
  lines: readonly ReadableLine[],
  added: ReadonlySet<string> | undefined,
): Promise<MatchedLine[]> {
  const match = await matchProducts(
    db,
    lines.map(({ row }) => row),
    added,
  )
  return lines.map(({ line, typed, row }) => {
    const matches = match(row)
    return { line, row: { ...row, ...ownNames(typed, matches[0]) }, matches }
  })
}

/**
 * Keeps the part's own spelling of a name in the line: an admin may have spelled it differently from other
 * parts.
 */
function ownNames(
  typed: ChangedProductRow,
  product: ProductRow | undefined,
): Pick<ChangedProductRow, 'brand' | 'category'> {
  return {
    ...(typed.brand && typed.brand === product?.brand && { brand: typed.brand }),
    ...(typed.category && typed.category === product?.category && { category: typed.category }),
  }
}

function newPictures(lines: readonly MatchedLine[], pictures: PictureSource): string[] {
  return [
    ...new Set(
      lines.flatMap(({ row: { picture }, matches }) =>
        isNewPicture(picture, matches[0], pictures) ? [picture] : [],
      ),
    ),
  ]
}

/**
 * A file counts for new parts only: whether it differs from a stored picture is not known before it is
 * encoded.
 */
function isNewPicture(
  picture: string | undefined,
  product: ProductRow | undefined,
  pictures: PictureSource,
): picture is string {
  return picture !== undefined && picture !== product?.picture && !(product && pictures.isFile(picture))
}

type LinePlan =
  | { kind: 'refused'; problem: ImportProblem }
  | { kind: 'added'; addition: Addition }
  | { kind: 'changed'; edit: Edit; change: ProductChange }
  | { kind: 'unchanged'; id: string }

type PictureFacts = {
  pictures: PictureSource
  pictureProblems: ReadonlyMap<string, string>
  stored: ReadonlyMap<string, string> | undefined
}

/** @param firstLines the first line of each part; this line is added. */
function planLine(
  { line, row, matches }: MatchedLine,
  firstLines: Map<string, number>,
  facts: PictureFacts,
): LinePlan {
  const refuse = (code: string, field: ImportProblem['field'], message: string): LinePlan => ({
    kind: 'refused',
    problem: { line, code, field, message },
  })
  const [product, other] = matches
  if (other)
    return refuse(
      'ambiguous_part',
      'partNumber',
      `The store has ${matches.length} parts with the number ${row.partNumber}. Enter the brand, or make the numbers different.`,
    )
  // New parts on two lines are the same if number and brand are.
  const key = product?.id ?? `${normalizePartNumber(row.partNumber)} ${row.brand ?? ''}`
  const first = firstLines.get(key)
  if (first !== undefined)
    return refuse(
      'duplicate_part',
      'partNumber',
      `Line ${first} has the same part already. Remove one of the two lines.`,
    )
  firstLines.set(key, line)
  const picture = planPicture(row.picture, product, facts)
  if ('problem' in picture) return refuse('foreign_picture', 'picture', picture.problem)
  const values = { ...row, picture: picture.url }
  if (product) return planChange(product, values)
  if (isNewProduct(values)) return { kind: 'added', addition: { line, values } }
  return refuse('unknown_part', 'partNumber', unknownText(values))
}

function planPicture(
  picture: string | undefined,
  product: ProductRow | undefined,
  { pictures, pictureProblems, stored }: PictureFacts,
): { url: string | undefined } | { problem: string } {
  if (!isNewPicture(picture, product, pictures))
    return { url: picture === undefined ? picture : product?.picture }
  const problem = pictureProblems.get(picture)
  if (problem !== undefined) return { problem }
  if (!stored || !pictures.isFile(picture)) return { url: picture }
  const url = stored.get(picture)
  return url === undefined ? { problem: 'The part was deleted during the import. Run it again.' } : { url }
}

function planChange(product: ProductRow, values: ChangedProductRow): LinePlan {
  const given: Partial<Product> = Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  )
  const change = changeOf(product, given)
  if (change.changed.length === 0) return { kind: 'unchanged', id: product.id }
  return { kind: 'changed', edit: { id: product.id, given }, change }
}

function unknownText(values: ChangedProductRow): string {
  const missing = missingFor(values)
  const columns = `the column${missing.length === 1 ? '' : 's'} ${new Intl.ListFormat('en').format(missing)}`
  return `The store has no part ${values.partNumber}. Correct the number; or, to add the part, fill in ${columns}.`
}
