import type { Database } from '#db/connection.ts'
import { readSpelling } from '../products/brands-and-categories.server.ts'
import { isPlain, PLAIN_TEXTS, withoutHtml } from '../products/html-texts.server.ts'
import type { ProductRow } from '../products/product-queries.server.ts'
import type { Product } from '../products/product.ts'
import { spelledNumber } from '../search/part-number.ts'
import { inBatches, PARTS_PER_STATEMENT } from './batches.ts'
import { FirstLines } from './first-lines.ts'
import { type ImportProblem, type ImportReport, withFileProblems } from './import-report.ts'
import { ambiguousText, looseText, type Match, matchProducts } from './match-products.server.ts'
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
import { unguardFormula } from './read-cells.ts'
import { LOST_DIGITS, MADE_A_DATE, spreadsheetNumber } from './spreadsheet-number.ts'
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
  /** All numbers of the file, as spelledNumber returns them. */
  named: ReadonlySet<string>
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
  { named, stored, added, onAdditions, onEdits, onUnchanged, onRead }: PlanOptions,
): Promise<Plan> {
  const report = new PlanReport()
  const firstLines = new FirstLines()
  const spelling = await readSpelling(db)
  let lines = 0
  for await (const batch of inBatches(file.lines, PARTS_PER_STATEMENT)) {
    const { readable, refused } = readLines(batch, pictures, spelling)
    for (const problems of refused) report.refuse(problems)
    const matched = await matchLines(db, readable, { named, except: added })
    const pictureProblems = await pictures.check(newPictures(matched, pictures))
    const additions: Addition[] = []
    const edits: Edit[] = []
    for (const matchedLine of matched) {
      const plan = planLine(matchedLine, firstLines, { pictures, pictureProblems, stored })
      for (const warning of plan.warnings ?? []) report.warn(warning)
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

/**
 * All numbers of a file, as spelledNumber returns them. Reads the file once: which part a number means
 * depends on the others.
 */
export async function readNumbers({ lines }: ProductLines): Promise<Set<string>> {
  const named = new Set<string>()
  for await (const batch of lines)
    for (const { cells } of batch) if (cells.partNumber) named.add(spelledNumber(cells.partNumber))
  return named
}

/**
 * A line that could be read: its cells, its values as they were typed, and with names and picture as the
 * store has them.
 */
type ReadableLine = { cells: ProductCells; typed: ChangedProductRow; row: ChangedProductRow }

function readLines(
  batch: readonly ProductCells[],
  pictures: PictureSource,
  spelling: Awaited<ReturnType<typeof readSpelling>>,
): { readable: ReadableLine[]; refused: (readonly ImportProblem[])[] } {
  const readable: ReadableLine[] = []
  const refused: (readonly ImportProblem[])[] = []
  for (const cells of batch) {
    const result = readProductRow({ ...cells, cells: withoutHtml(cells.cells) })
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
    readable.push({ cells, typed, row })
  }
  return { readable, refused }
}

/** A line with the parts of the store that match its number and brand. `number`: as it was written. */
type MatchedLine = { line: number; number: string; row: ChangedProductRow; match: Match }

async function matchLines(
  db: Database,
  lines: readonly ReadableLine[],
  file: Parameters<typeof matchProducts>[2],
): Promise<MatchedLine[]> {
  const refs = lines.map(({ row }) => ({ ...row, isComplete: isNewProduct(row) }))
  const matchOf = await matchProducts(db, refs, file)
  return lines.map(({ cells, typed, row }, at) => {
    const match = matchOf(refs[at] ?? row)
    const [product] = match.products
    const { line } = cells
    return { line, number: row.partNumber, row: { ...row, ...ownTexts(cells, typed, product) }, match }
  })
}

/**
 * The part's own number, and its own spelling of the names and texts in the line: an admin may have spelled a
 * name differently from other parts, and a text that it has already is not HTML.
 */
function ownTexts(
  { cells }: ProductCells,
  typed: ChangedProductRow,
  product: ProductRow | undefined,
): Partial<ChangedProductRow> {
  if (!product) return {}
  const same = PLAIN_TEXTS.filter(
    (field) => typed[field] === product[field] || isPlain(unguardFormula(cells[field] ?? ''), product[field]),
  )
  const texts = same.filter((field) => product[field] !== '').map((field) => [field, product[field]])
  return { ...Object.fromEntries(texts), partNumber: product.part_number }
}

function newPictures(lines: readonly MatchedLine[], pictures: PictureSource): string[] {
  return [
    ...new Set(
      lines.flatMap(({ row: { picture }, match: { products } }) =>
        isNewPicture(picture, products[0], pictures) ? [picture] : [],
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

type LinePlan = { warnings?: readonly ImportProblem[] } & (
  | { kind: 'refused'; problem: ImportProblem }
  | { kind: 'added'; addition: Addition }
  | { kind: 'changed'; edit: Edit; change: ProductChange }
  | { kind: 'unchanged'; id: string }
)

type PictureFacts = {
  pictures: PictureSource
  pictureProblems: ReadonlyMap<string, string>
  stored: ReadonlyMap<string, string> | undefined
}

/** @param firstLines this line is added to them. */
function planLine(matched: MatchedLine, firstLines: FirstLines, facts: PictureFacts): LinePlan {
  const { line, number, row, match } = matched
  const { products, isLoose, similar } = match
  const problem = (code: string, message: string, field = 'partNumber') => ({ line, code, field, message })
  const refuse = (...args: Parameters<typeof problem>): LinePlan => ({
    kind: 'refused',
    problem: problem(...args),
  })
  const [product, other] = products
  const damage = product && !isLoose ? null : spreadsheetNumber(number)
  if (damage === 'exponent') return refuse('lost_digits', LOST_DIGITS)
  if (other) return refuse('ambiguous_part', ambiguousText(number, match))
  const lines = product
    ? { first: firstLines.ofExisting(product.id, line) }
    : firstLines.ofNew(number, row.brand ?? '', line)
  if (lines.first !== undefined)
    return refuse(
      'duplicate_part',
      `Line ${lines.first} has the same part already. Remove one of the two lines.`,
    )
  const picture = planPicture(row.picture, product, facts)
  if ('problem' in picture) return refuse('foreign_picture', picture.problem, 'picture')
  const values = { ...row, picture: picture.url }
  const warnings = [
    ...(damage === 'date' ? [problem('made_a_date', MADE_A_DATE)] : []),
    ...(product && isLoose ? [problem('other_spelling', looseText(number, product))] : []),
  ].map((warning) => ({ ...warning, warning: true }))
  if (product) return { ...planChange(product, values), warnings }
  if (!isNewProduct(values)) return { ...refuse('unknown_part', unknownText(values)), warnings }
  const alike = similar[0]?.part_number ?? ('similar' in lines ? `line ${lines.similar}` : undefined)
  if (alike !== undefined)
    warnings.push({ ...problem('similar_number', similarText(number, alike)), warning: true })
  return { kind: 'added', addition: { line, values }, warnings }
}

const similarText = (number: string, alike: string) =>
  `${number} has the same letters and digits as ${alike}, and is added as another part. Check that it is one.`

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
