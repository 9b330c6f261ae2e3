import type { Database } from '#db/connection.ts'
import { readSpelling } from '../products/brands-and-categories.server.ts'
import type { NumberTexts } from '../products/part-facts.server.ts'
import type { ProductRow } from '../products/product-queries.server.ts'
import { NUMBER_FIELDS, type NumberField, splitNumbers } from '../products/replaced-numbers.ts'
import { readSpecificationFields } from '../products/specification-fields.server.ts'
import { spelledNumber } from '../search/part-number.ts'
import { inBatches, PARTS_PER_STATEMENT } from './batches.ts'
import { FirstLines } from './first-lines.ts'
import { type ImportProblem, type ImportReport, withFileProblems } from './import-report.ts'
import { type MatchedLine, matchLines, readLines } from './match-lines.server.ts'
import { ambiguousText, looseText } from './match-products.server.ts'
import { type Addition, newProductOf } from './new-product.ts'
import type { PictureSource } from './picture-source.ts'
import { newPictures, type PictureFacts, planPictures } from './plan-picture.server.ts'
import { PlanReport } from './plan-report.server.ts'
import type { ChangedProductRow, ProductCells } from './product-row.ts'
import { isOfOneLine } from './read-csv.ts'
import {
  createSpecificationColumns,
  hasTooMany,
  readSpecifications,
  type SpecificationColumns,
  TOO_MANY_SPECIFICATIONS,
} from './specification-columns.ts'
import { LOST_DIGITS, MADE_A_DATE, spreadsheetNumber } from './spreadsheet-number.ts'
import { changeOf, type Edit, type ProductChange, readNumbersOf } from './update-products.server.ts'

/** The lines of a file in batches; problems of the file itself are known once all have been read. */
export type ProductLines = {
  lines: AsyncIterable<readonly ProductCells[]>
  problems: readonly ImportProblem[]
}

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
  onAdditions?: (additions: readonly Addition[]) => Promise<void>
  onEdits?: (edits: readonly Edit[]) => Promise<void>
  /** Called with each picture that is still to be stored, and its line. */
  onPicture?: (picture: string, line: number) => void
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
  { named, stored, added, onAdditions, onEdits, onPicture, onUnchanged, onRead }: PlanOptions,
): Promise<Plan> {
  const specifications = createSpecificationColumns(await readSpecificationFields(db))
  const report = new PlanReport(specifications)
  const firstLines = new FirstLines()
  const spelling = await readSpelling(db)
  let lines = 0
  for await (const batch of inBatches(file.lines, PARTS_PER_STATEMENT)) {
    const { readable, refused } = readLines(batch, pictures, spelling)
    for (const problems of refused) report.refuse(problems)
    const matched = await matchLines(db, readable, { named, except: added })
    await pictures.prepare?.(
      readable.flatMap(({ pictures: { first, more = [] } }) => [...(first ? [first] : []), ...more]),
    )
    const pictureProblems = await pictures.check(picturesOf(matched, pictures))
    const numbersOf = await readNumbersOf(db, givenOf(matched))
    const additions: Addition[] = []
    const edits: Edit[] = []
    for (const matchedLine of matched) {
      const plan = planLine(matchedLine, firstLines, {
        pictures,
        pictureProblems,
        stored,
        specifications,
        numbersOf,
      })
      for (const warning of plan.warnings ?? []) report.warn(warning)
      for (const file of plan.files ?? []) onPicture?.(file, matchedLine.line)
      if (plan.kind === 'refused') report.refuse(plan.problems)
      else if (plan.kind === 'unchanged') {
        report.counts.unchanged += 1
        onUnchanged?.(plan.id)
      } else if (plan.kind === 'added') {
        report.add(plan.addition)
        additions.push(plan.addition)
      } else {
        report.change(matchedLine.line, plan.change)
        edits.push(plan.edit)
      }
    }
    if (additions.length > 0) await onAdditions?.(additions)
    if (edits.length > 0) await onEdits?.(edits)
    lines += batch.length
    await onRead(lines)
  }
  for (const name of pictures.unused?.() ?? [])
    report.warn({
      line: 1,
      code: 'unused_picture',
      field: 'picture',
      message: unusedText(name),
      warning: true,
    })
  const found = withFileProblems(report.finish(), file.problems)
  const canLeaveOut = !found.ok && found.canLeaveOut === true && file.problems.every(isOfOneLine)
  return { report: { ...found, canLeaveOut }, lines, hasNewNames: spelling.hasNew() }
}

const unusedText = (name: string) =>
  `No line is for the picture ${name}: its name is neither in the column of pictures nor a part number.`

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

/** The lines of parts that the store has, each with its part. */
const givenOf = (lines: readonly MatchedLine[]) =>
  lines.flatMap(({ row: given, match: { products } }) => (products[0] ? [{ id: products[0].id, given }] : []))

/** The pictures of lines that their parts do not have. */
function picturesOf(lines: readonly MatchedLine[], source: PictureSource): string[] {
  return [
    ...new Set(lines.flatMap(({ pictures, match }) => newPictures(pictures, match.products[0], source))),
  ]
}

/** `files`: pictures that are still to be stored. */
type LinePlan = { warnings?: readonly ImportProblem[]; files?: readonly string[] } & (
  | { kind: 'refused'; problems: readonly ImportProblem[] }
  | { kind: 'added'; addition: Addition }
  | { kind: 'changed'; edit: Edit; change: ProductChange }
  | { kind: 'unchanged'; id: string }
)

type LineFacts = PictureFacts & {
  specifications: SpecificationColumns
  numbersOf: Awaited<ReturnType<typeof readNumbersOf>>
}

/** @param firstLines this line is added to them. */
function planLine(matched: MatchedLine, firstLines: FirstLines, facts: LineFacts): LinePlan {
  const { cells, line, number, row, match } = matched
  const { products, isLoose, similar } = match
  const problem = (code: string, message: string, field = 'partNumber') => ({ line, code, field, message })
  const refuse = (...args: Parameters<typeof problem>): LinePlan => ({
    kind: 'refused',
    problems: [problem(...args)],
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
  const pictures = planPictures(matched.pictures, product, facts)
  if ('problem' in pictures) return refuse(pictures.code, pictures.problem, pictures.field)
  const found = readSpecifications(cells, row.category ?? product?.category ?? '', facts.specifications)
  if (found.problems.length > 0) return { kind: 'refused', problems: found.problems }
  if (hasTooMany(product?.specifications ?? {}, found.values, facts.specifications))
    return refuse(
      'too_many_specifications',
      `${TOO_MANY_SPECIFICATIONS} Leave these cells blank.`,
      'category',
    )
  const damaged = NUMBER_FIELDS.map((field) =>
    damagedNumbers(field, row, product && facts.numbersOf(product.id)),
  )
  for (const { field, lost } of damaged)
    if (lost !== undefined) return refuse('lost_digits', `${lost}: ${LOST_DIGITS}`, field)
  const { files, ...urls } = pictures
  const values = { ...row, ...urls, specifications: found.values }
  const warnings = [
    ...(damage === 'date' ? [problem('made_a_date', MADE_A_DATE)] : []),
    ...damaged.flatMap(({ field, date }) =>
      date === undefined ? [] : [problem('made_a_date', `${date}: ${MADE_A_DATE}`, field)],
    ),
    ...(product && isLoose ? [problem('other_spelling', looseText(number, product))] : []),
  ].map((warning) => ({ ...warning, warning: true }))
  if (product) return { ...planChange(product, values, facts), warnings, files }
  const added = newProductOf(values)
  if ('missing' in added) return { ...refuse('unknown_part', unknownText(number, added.missing)), warnings }
  const alike = similar[0]?.part_number ?? ('similar' in lines ? `line ${lines.similar}` : undefined)
  if (alike !== undefined)
    warnings.push({ ...problem('similar_number', similarText(number, alike)), warning: true })
  const newValues = { ...values, ...added.values, picture: urls.picture ?? '' }
  const addition = { line, values: newValues, assumed: added.assumed }
  return { kind: 'added', addition, warnings, files }
}

/** Of the numbers that a line gives, and that its part has not, the first that a spreadsheet has damaged. */
function damagedNumbers(field: NumberField, row: ChangedProductRow, stored: NumberTexts | undefined) {
  const known = new Set(splitNumbers(stored?.[field] ?? ''))
  const given = splitNumbers(row[field] ?? '').filter((number) => !known.has(number))
  const first = (damage: 'exponent' | 'date') => given.find((number) => spreadsheetNumber(number) === damage)
  return { field, lost: first('exponent'), date: first('date') }
}

const similarText = (number: string, alike: string) =>
  `${number} has the same letters and digits as ${alike}, and is added as another part. Check that it is one.`

function planChange(product: ProductRow, values: ChangedProductRow, { numbersOf }: LineFacts): LinePlan {
  const given: Edit['given'] = Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  )
  const change = changeOf(product, given, numbersOf(product.id))
  if (change.changed.length === 0) return { kind: 'unchanged', id: product.id }
  return { kind: 'changed', edit: { id: product.id, given }, change }
}

function unknownText(number: string, missing: readonly string[]): string {
  const columns = `the column${missing.length === 1 ? '' : 's'} ${new Intl.ListFormat('en').format(missing)}`
  return `The store has no part ${number}. Correct the number; or, to add the part, fill in ${columns}.`
}
