import { z } from 'zod'
import { PriceSchema, ProductInput } from '../products/product.ts'
import { NUMBER_FIELDS } from '../products/replaced-numbers.ts'
import { PLAIN_FACTS } from '../products/sale-facts.ts'
import { normalizePartNumber } from '../search/part-number.ts'
import { withoutDollarSign } from '../shared/money.ts'
import { boundedText, requiredText } from '../shared/text.ts'
import { readWeight } from '../shared/weight.ts'
import { fieldOf, type FileColumn, PRODUCT_COLUMNS, type ProductColumn } from './csv-product-columns.ts'
import { isClear, type LineCells, type Read, readCells } from './read-cells.ts'
import { LOST_DIGITS, spreadsheetNumber } from './spreadsheet-number.ts'

export type ProductCells = LineCells<FileColumn>

/** What people write in prices besides the number and the sign of dollars, such as "€", "CAD" and commas. */
const NOT_IN_PRICES = /\p{Sc}|\p{L}{2,}|[,'’\s]/gu
const NAMES = new Map([
  [',', 'commas'],
  [' ', 'spaces'],
])

/**
 * Dollars in a file: also ".52", "$12.50" and "12.50 USD". Other signs and commas are not guessed: "1,299"
 * can be either.
 */
const plainDollars = (what: string) => (cell: unknown, context: z.RefinementCtx) => {
  if (typeof cell !== 'string') return cell
  const text = withoutDollarSign(cell)
  const extra = /\d/.test(text) ? new Set(text.slice(0, 40).match(NOT_IN_PRICES)) : new Set<string>()
  if (extra.size === 0) return text.startsWith('.') ? `0${text}` : text
  const names = [...extra].map((one) => NAMES.get(one) ?? `“${one}”`)
  const message = `Write the ${what} as a plain number such as 1299.00, with a point before the cents and without ${new Intl.ListFormat('en').format(names)}`
  context.addIssue({ code: 'custom', message, input: text })
  return z.NEVER
}
const FilePrice = z.preprocess(plainDollars('price'), PriceSchema)

/** What files call the conditions, besides their names here. */
const CONDITION_WORDS = new Map([
  ['reman', 'remanufactured'],
  ['rebuilt', 'remanufactured'],
  ['refurbished', 'remanufactured'],
  ['pre-owned', 'used'],
  ['salvage', 'used'],
])
const FileCondition = z.preprocess((text) => {
  if (typeof text !== 'string') return text
  const word = text.trim().toLowerCase()
  return CONDITION_WORDS.get(word) ?? word
}, ProductInput.shape.condition)

/** A GTIN in a file: spreadsheets drop the zeros before a number, and shorten long ones. */
const FileGtin = z.preprocess((text, context) => {
  if (typeof text !== 'string') return text
  if (spreadsheetNumber(text) === 'exponent') {
    context.addIssue({ code: 'custom', message: LOST_DIGITS, input: text })
    return z.NEVER
  }
  // Zeros before a number do not change its check digit.
  return /^\d{7,11}$/.test(text) ? text.padStart(text.length < 9 ? 8 : 12, '0') : text
}, ProductInput.shape.gtin)

/** A weight in a file, in grams: a number alone is pounds, as in the form. */
const FileWeight = z.preprocess(
  (text) => (typeof text === 'string' ? (readWeight(text) ?? text) : text),
  ProductInput.shape.weightGrams,
)

const YES = ['yes', 'y', 'true', '1', 'x']
const NO = ['no', 'n', 'false', '0']
/** Yes or no in a file; other words go to the schema, which refuses them. */
const yesOrNo = (text: unknown) => {
  if (typeof text !== 'string') return text
  const word = text.trim().toLowerCase()
  return YES.includes(word) ? true : NO.includes(word) ? false : text
}

/** A part as it is added; of an existing one, missing fields stay unchanged. */
const NewProductRow = ProductInput.omit({ fits: true, weightGrams: true }).extend({
  price: FilePrice,
  condition: FileCondition,
  gtin: FileGtin,
  weight: FileWeight,
  oversize: z.preprocess(yesOrNo, ProductInput.shape.oversize),
  dangerous: z.preprocess(yesOrNo, ProductInput.shape.dangerous),
  coreDeposit: z.preprocess(plainDollars('core deposit'), ProductInput.shape.coreDeposit),
  taxed: z.preprocess(yesOrNo, ProductInput.shape.taxed),
  returnable: z.preprocess(yesOrNo, ProductInput.shape.returnable),
  /** As they are written: names of files, or URLs; see more-pictures. */
  morePictures: boundedText(20_000),
  partNumber: requiredText('Part number is required', 60).refine(
    (number) => normalizePartNumber(number) !== '',
    'A part number has at least one letter or digit',
  ),
})
const ChangedProductRow = NewProductRow.partial().extend({ partNumber: NewProductRow.shape.partNumber })
export type ChangedProductRow = WithGrams<z.infer<typeof ChangedProductRow>>
type WithGrams<Row extends { weight?: unknown }> = Omit<Row, 'weight'> & { weightGrams?: Row['weight'] }

/** What the word `clear` empties. */
const CLEARABLE: readonly ProductColumn[] = [
  'brand',
  'category',
  'picture',
  'morePictures',
  'gtin',
  ...NUMBER_FIELDS,
  'weight',
  'coreDeposit',
  'bin',
]
/** What a cleared value becomes, where that is not a blank text. */
const CLEARED = new Map<ProductColumn, unknown>([
  ['weight', PLAIN_FACTS.weightGrams],
  ['coreDeposit', PLAIN_FACTS.coreDeposit],
])

/**
 * Reads the line of a part. Everything but the number may be missing: a blank cell leaves a value unchanged,
 * and the word `clear` empties one that may be blank.
 */
export function readProductRow({ line, cells }: ProductCells): Read<ChangedProductRow> {
  const cleared = PRODUCT_COLUMNS.filter((column) => isClear(cells[column]))
  const required = cleared.filter((column) => !CLEARABLE.includes(column))
  if (required.length > 0)
    return {
      ok: false,
      problems: required.map((field) => ({ line, code: 'cannot_clear', field, message: CANNOT_CLEAR })),
    }
  const blank = Object.fromEntries(cleared.map((column) => [column, '']))
  const read = readWords({ line, cells: { ...cells, ...blank } })
  if (!read.ok) return read
  const { weight, ...row } = read.row
  const empty = cleared.map((column) => [fieldOf(column), CLEARED.has(column) ? CLEARED.get(column) : ''])
  return {
    ok: true,
    row: { ...row, ...(weight !== undefined && { weightGrams: weight }), ...Object.fromEntries(empty) },
  }
}

const readWords = (line: ProductCells) => readCells(ChangedProductRow, line)

const CANNOT_CLEAR =
  'Only brand, category, pictures, GTIN, replaced numbers, weight, core deposit, bin and specifications can be cleared. A blank cell leaves a value as it is. For the word itself, write an apostrophe before it.'
