// Long because it is mostly one table: what suppliers call each column.

import type { FileColumn, ProductColumn } from './csv-product-columns.ts'

/** Characters of a heading that are looked at. */
const MAX_READ = 200

/**
 * What other systems and suppliers call the columns, the best first, as `plainHeading` writes them. What a
 * column may also mean is left out: "Cost" is not what customers pay, "Make" is a vehicle's, and "In stock?"
 * or "Availability" is a yes or no.
 */
const NAMES: Record<ProductColumn, readonly string[]> = {
  partNumber: [
    'part number',
    'partnumber',
    'part no',
    'part',
    'pn',
    'p n',
    'mfr part number',
    'manufacturer part number',
    'mfg part number',
    'oem part number',
    'mpn',
    'sku',
    'item number',
    'item sku',
    'item code',
    'product number',
    'product code',
    'stock code',
    'catalog number',
    'model number',
    'code',
    'item',
  ],
  about: [
    'about',
    'long description',
    'full description',
    'marketing description',
    'extended description',
    'description',
    'desc',
    'body',
    'details',
    'content',
  ],
  name: [
    'name',
    'title',
    'short title',
    'short description',
    'short desc',
    'description',
    'desc',
    'product',
    'item',
  ],
  price: [
    'price',
    'regular price',
    'retail price',
    'list price',
    'selling price',
    'sell price',
    'unit price',
    'base price',
    'msrp',
    'retail',
    'list',
  ],
  available: [
    'available',
    'available quantity',
    'quantity available',
    'stock quantity',
    'quantity on hand',
    'on hand quantity',
    'on hand',
    'qoh',
    'soh',
    'inventory quantity',
    'stock level',
    'stock on hand',
    'quantity in stock',
    'quantity',
    'stock',
    'inventory',
  ],
  minOrder: [
    'min order',
    'minorder',
    'minimum order',
    'minimum order quantity',
    'min order quantity',
    'moq',
    'minimum quantity',
    'min quantity',
    'minimum',
  ],
  brand: [
    'brand',
    'brand name',
    'brand label',
    'manufacturer',
    'manufacturer name',
    'mfr',
    'mfr name',
    'mfg',
    'vendor',
  ],
  category: [
    'category',
    'categories',
    'category name',
    'type',
    'part terminology',
    'product line',
    'subcategory',
    'department',
    'group',
  ],
  picture: [
    'picture',
    'picture url',
    'picture file',
    'image src',
    'image',
    'image url',
    'image link',
    'image file',
    'image 1',
    'main image',
    'primary image',
    'images',
    'photo',
    'photo url',
    'pictures',
  ],
  morePictures: [
    'more pictures',
    'other pictures',
    'additional image link',
    'additional image links',
    'additional images',
    'additional image urls',
    'other images',
    'gallery',
    'gallery images',
    'image 2',
  ],
  condition: ['condition', 'item condition'],
  gtin: [
    'gtin',
    'upc',
    'upc code',
    'upc number',
    'ean',
    'ean code',
    'ean number',
    'barcode',
    'bar code',
    'gtin number',
    'gtin 12',
    'gtin 13',
    'gtin 14',
  ],
  oeNumbers: [
    'oe numbers',
    'oe number',
    'oem numbers',
    'oem number',
    'oe part number',
    'oe part numbers',
    'oem part number',
    'oem part numbers',
    'original equipment number',
    'oe reference',
    'oem reference',
    'oe cross reference',
    'oem cross reference',
  ],
  otherNumbers: [
    'other numbers',
    'interchange',
    'interchange number',
    'interchange numbers',
    'interchange part number',
    'interchange part numbers',
    'interchanges',
    'cross reference',
    'cross references',
    'cross reference number',
    'cross reference numbers',
    'competitor number',
    'competitor numbers',
    'competitor part number',
  ],
  oldNumbers: [
    'old numbers',
    'old number',
    'old part number',
    'old part numbers',
    'supersedes',
    'superseded number',
    'superseded numbers',
    'superseded part number',
    'superseded part numbers',
    'previous number',
    'previous part number',
    'former part number',
  ],
  weight: [
    'weight',
    'shipping weight',
    'package weight',
    'gross weight',
    'weight lb',
    'weight lbs',
    'weight pounds',
    'shipping weight lbs',
  ],
  oversize: ['oversize', 'oversized', 'is oversize', 'oversize item'],
  dangerous: [
    'dangerous',
    'dangerous goods',
    'hazmat',
    'hazardous',
    'hazardous material',
    'is hazmat',
    'is hazardous',
  ],
  coreDeposit: ['core deposit', 'core charge', 'core price', 'core value'],
  taxed: ['taxed', 'taxable', 'is taxable'],
  returnable: ['returnable', 'is returnable'],
  bin: ['bin', 'bin location', 'bin number', 'shelf', 'shelf location'],
}

/** What may also be another column: numbers of any maker. An admin has to choose. */
const UNSURE = new Map<string, ProductColumn>([
  ['replaces', 'oldNumbers'],
  ['replaces number', 'oldNumbers'],
  ['replaces numbers', 'oldNumbers'],
  ['replaces part number', 'oldNumbers'],
  ['replaces part numbers', 'oldNumbers'],
])

/** In this order each column takes its best heading: a lone "Description" is the text, not the name. */
const ORDER = Object.keys(NAMES) as ProductColumn[]

/**
 * What a heading is read as: its column; or none, with the column that it may be, but that a better heading
 * is read as, or an equal one may be too.
 */
export type Guess = { column: FileColumn | null; unsure?: FileColumn }

/**
 * Guesses the columns of a products file from its headings, in any common spelling: "Part #", "Variant SKU",
 * "Body (HTML)", "List Price (USD)". Two headings are never read as one column.
 * @param isFree whether a column may be guessed: others are known already.
 */
export function guessColumns(
  headings: readonly string[],
  isFree: (column: ProductColumn) => boolean = () => true,
): Guess[] {
  const forms = headings.map(formsOf)
  const guesses: Guess[] = headings.map(() => ({ column: null }))
  for (const column of ORDER) {
    const ranked = forms.flatMap((names, at) => {
      const rank = guesses[at]?.column === null ? rankOf(names, column) : -1
      return rank === -1 ? [] : [{ at, rank }]
    })
    const best = Math.min(...ranked.map(({ rank }) => rank))
    const [first, ...equal] = ranked.filter(({ rank }) => rank === best)
    const isSure = first !== undefined && equal.length === 0 && isFree(column)
    for (const { at } of ranked) guesses[at] = { column: null, unsure: column }
    if (isSure) guesses[first.at] = { column }
  }
  return guesses.map((guess, at) => {
    const unsure = forms[at]?.map((name) => UNSURE.get(name)).find(Boolean)
    return unsure && guess.column === null ? { column: null, unsure } : guess
  })
}

/** The position of the first of these names in the list of a column; -1: it has none of them. */
function rankOf(names: readonly string[], column: ProductColumn): number {
  const ranks = names.map((name, at) => {
    const rank = NAMES[column].indexOf(name)
    return rank === -1 ? Infinity : 2 * rank + Math.min(at, 1)
  })
  const best = Math.min(...ranks)
  return best === Infinity ? -1 : best
}

/** A heading as the lists write it, and without what a system puts before it: "Variant Price". */
function formsOf(heading: string): string[] {
  const plain = plainHeading(heading)
  const [first = '', ...rest] = plain.split(' ')
  return ['variant', 'product', 'item', 'part'].includes(first) && rest.length > 0
    ? [plain, rest.join(' ')]
    : [plain]
}

const WORDS = new Map([
  ['no', 'number'],
  ['nr', 'number'],
  ['num', 'number'],
  ['nbr', 'number'],
  ['qty', 'quantity'],
  ['manuf', 'manufacturer'],
])
/** What follows a heading's name without changing what it is. */
const UNITS = new Set(['usd', 'us', 'each', 'ea', 'pcs', 'html'])

/** A unit that a number alone does not have in this store: "Weight (kg)" is not read as pounds. */
const NO_POUNDS = /[([]\s*(kgs?|grams?|g|oz)\s*[)\]]/gi

/** Lower case, one space between words, abbreviations written out, without units and what is in brackets. */
function plainHeading(heading: string): string {
  const words = heading
    .slice(0, MAX_READ)
    .replaceAll(NO_POUNDS, ' $1 ')
    .replaceAll(/[([][^()[\]]*[)\]]/g, ' ')
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .replaceAll(/[#№]/g, ' number ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => WORDS.get(word) ?? word)
  const end = words.findLastIndex((word) => !UNITS.has(word)) + 1
  return words.slice(0, end).join(' ')
}

/** The guesses as the option of the command line: "SKU=partNumber,List Price=price"; blank without any. */
export function columnsOption(headings: readonly { heading: string; column: FileColumn | null }[]): string {
  const known = new Set(headings.map(({ column }) => column))
  const unused = headings.filter(({ column, heading }) => column === null && !/[,="]/.test(heading))
  const guesses = guessColumns(
    unused.map(({ heading }) => heading),
    (column) => !known.has(column),
  )
  return unused
    .flatMap(({ heading }, at) => {
      const column = guesses[at]?.column
      return column ? [`${heading}=${column}`] : []
    })
    .join(',')
}
