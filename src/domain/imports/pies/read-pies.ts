import { canonicalGtin } from '../../products/gtin.ts'
import { childOf, readCatalog, type XmlElement } from '../xml/read-elements.ts'
import { readDangerous, readPackedWeight } from './read-shipping.ts'
import {
  defaultsOf,
  isPieces,
  type LeftOut,
  NO_DEFAULTS,
  type PiesDefaults,
  wholeCents,
  whyNoPrice,
  whyNoText,
} from './usable-values.ts'

/** A part number of another brand that the part replaces. */
type Interchange = { brand: string; number: string }

/** A fact of a part, named by its maker, or numbered as in the industry's table; `unit` may be blank. */
export type Attribute = { line: number; name: string; unit: string; value: string }

/** One item. Texts are unchecked; blank: not given. */
export type PiesItem = {
  kind: 'item'
  line: number
  action: string
  partNumber: string
  brand: string
  name: string
  about: string
  /** Dollars. */
  price: string
  minOrder: string
  gtin: string
  /** With its unit: "2.5 lb". */
  weight: string
  dangerous: '' | 'yes' | 'no'
  /** Dollars. */
  coreDeposit: string
  interchange: Interchange[]
  attributes: Attribute[]
  leftOut: LeftOut[]
}
export type PiesRecord = PiesItem | { kind: 'trailer'; line: number; items: string }

/** The descriptions used as name and as text, best first: short, product; extended, marketing. */
const NAME_CODES = ['SHO', 'DES', 'INV']
const ABOUT_CODES = ['EXT', 'MKT', 'DES']
/** The price used as the store's, best first: retail, list, suggested. */
const PRICE_TYPES = ['RET', 'LST', 'RMP']
/** The price that is the deposit for the old part; files also name it in words. */
const CORE_TYPES = ['COR', 'CORE']
const CORE_WORDS = /^core\b/i

/**
 * The items of a PIES file, then its trailer. Only what is for this store is taken: English texts, and prices
 * of one piece in US dollars, on days on which they are valid. What is not is in the item's `leftOut`.
 * @param today the shop's day, as "2026-11-23".
 * @throws UnreadableFileError for any other file, with the line.
 */
export async function* readPies(text: AsyncIterable<string>, today: string): AsyncGenerator<PiesRecord> {
  const records = ['Header', 'PriceSheet', 'Item', 'Trailer']
  let header = NO_DEFAULTS
  const sheets = new Map<string, PiesDefaults>()
  for await (const element of readCatalog(text, { root: 'PIES', records, last: 'Trailer' }))
    switch (element.name) {
      case 'Header':
        header = defaultsOf(element, NO_DEFAULTS)
        break
      case 'PriceSheet':
        if (sheets.size < MAX_PRICE_SHEETS)
          sheets.set(textOf(element, 'PriceSheetNumber'), defaultsOf(element, header))
        break
      case 'Item':
        yield readItem(element, { header, sheets, today })
        break
      case 'Trailer':
        yield { kind: 'trailer', line: element.line, items: textOf(element, 'ItemCount') }
    }
}

/** More are not read: prices refer to a handful. */
const MAX_PRICE_SHEETS = 10_000

/** `header`: what holds for an item, where its price sheet does not say otherwise. */
type Context = { header: PiesDefaults; sheets: ReadonlyMap<string, PiesDefaults>; today: string }

function readItem(item: XmlElement, of: Context): PiesItem {
  const context = { ...of, header: defaultsOf(item, of.header) }
  const leftOut: LeftOut[] = []
  const texts = readTexts(item, context, leftOut)
  const [name = '', ...otherNames] = bestTexts(texts, NAME_CODES)
  if (otherNames.some((other) => other !== name))
    leftOut.push({
      line: item.line,
      code: 'text_left_out',
      message: 'Names after the first of the same kind are left out.',
    })
  const gtin = childOf(item, 'ItemLevelGTIN')
  if (gtin && gtin.text !== '' && canonicalGtin(gtin.text) === null)
    leftOut.push({
      line: gtin.line,
      code: 'gtin_left_out',
      message: 'A GTIN whose digits do not match its last one is left out.',
    })
  const minimum = childOf(item, 'MinimumOrderQuantity')
  const unit = minimum?.attributes['UOM'] ?? ''
  const packages = childrenOf(item, 'Packages')
  if (minimum && !isPieces(unit))
    leftOut.push({
      line: minimum.line,
      code: 'quantity_left_out',
      message: `A minimum order in ${unit.slice(0, 10)} is left out: the store’s are in pieces.`,
    })
  return {
    kind: 'item',
    line: item.line,
    action: item.attributes['MaintenanceType'] ?? 'A',
    partNumber: textOf(item, 'PartNumber'),
    brand: textOf(item, 'BrandLabel'),
    name,
    about: bestTexts(texts, ABOUT_CODES).join('\n'),
    price: readPrice(item, PRICE_TYPES, context, leftOut),
    minOrder: isPieces(unit) ? (minimum?.text ?? '') : '',
    gtin: canonicalGtin(gtin?.text ?? '') ?? '',
    weight: readPackedWeight(packages, leftOut),
    dangerous: readDangerous(item, packages),
    coreDeposit: readPrice(item, CORE_TYPES, context, leftOut),
    interchange: childrenOf(item, 'PartInterchangeInfo').flatMap(({ attributes, children }) =>
      children
        .filter(({ name, text }) => name === 'PartNumber' && text !== '')
        .map(({ text }) => ({ brand: attributes['BrandLabel'] ?? '', number: text })),
    ),
    attributes: readAttributes(item, context, leftOut),
    leftOut,
  }
}

/** Attributes of an item that are read. */
const MAX_ATTRIBUTES = 200

/** The attributes that the store can show. */
function readAttributes(item: XmlElement, { header, today }: Context, leftOut: LeftOut[]): Attribute[] {
  return childrenOf(item, 'ProductAttributes')
    .filter(({ text }) => text !== '')
    .slice(0, MAX_ATTRIBUTES)
    .flatMap((attribute) => {
      const { line, attributes, text: value } = attribute
      const { AttributeID: name = '', AttributeUOM: unit = '' } = attributes
      const why = whyNoText(defaultsOf(attribute, header), today)
      if (why === null) return [{ line, name, unit, value }]
      leftOut.push({
        line,
        code: 'attribute_left_out',
        message: `An attribute that ${why} is left out.`,
      })
      return []
    })
}

/** The descriptions that the store can show. */
function readTexts(item: XmlElement, { header, today }: Context, leftOut: LeftOut[]): XmlElement[] {
  return childrenOf(item, 'Descriptions').filter((description) => {
    if (![...NAME_CODES, ...ABOUT_CODES].includes(description.attributes['DescriptionCode'] ?? ''))
      return false
    const why = whyNoText(defaultsOf(description, header), today)
    if (why !== null)
      leftOut.push({
        line: description.line,
        code: 'text_left_out',
        message: `A description that ${why} is left out.`,
      })
    return why === null
  })
}

/** The texts of the first of these codes that has one, in their sequence. */
function bestTexts(descriptions: readonly XmlElement[], codes: readonly string[]): string[] {
  const sequence = ({ attributes }: XmlElement) => Number(attributes['Sequence']) || 0
  return (
    codes
      .map((code) =>
        descriptions
          .filter(({ attributes, text }) => attributes['DescriptionCode'] === code && text !== '')
          .toSorted((a, b) => sequence(a) - sequence(b))
          .map(({ text }) => text),
      )
      .find((texts) => texts.length > 0) ?? []
  )
}

/** The type of a price; COR also for one that is described as a core's. */
const typeOf = (price: XmlElement) =>
  CORE_WORDS.test(textOf(price, 'PriceTypeDescription')) ? 'COR' : (price.attributes['PriceType'] ?? '')

/**
 * The price of one piece, valid today, in dollars: of the best of these types, and of that the one that is
 * valid since the latest day. Blank if there is none, or if two such prices differ.
 */
function readPrice(
  item: XmlElement,
  types: readonly string[],
  { header, sheets, today }: Context,
  leftOut: LeftOut[],
): string {
  const leaveOut = (line: number, why: string) =>
    leftOut.push({ line, code: 'price_left_out', message: `A price that ${why} is left out.` })
  const usable = childrenOf(item, 'Prices').flatMap((price) => {
    if (!types.includes(typeOf(price))) return []
    const facts = defaultsOf(price, sheets.get(textOf(price, 'PriceSheetNumber')) ?? header)
    const why = whyNoPrice(price, facts, today)
    if (why !== null) leaveOut(price.line, why)
    return why === null ? [{ price, since: facts.effective.slice(0, 10) }] : []
  })
  const ofType = types.map((type) => usable.filter(({ price }) => typeOf(price) === type))
  const best = ofType.find((prices) => prices.length > 0) ?? []
  const latest = best.reduce((day, { since }) => (since > day ? since : day), '')
  const amounts = best.flatMap(({ price, since }) =>
    since === latest ? wholeCents(textOf(price, 'Price')) : [],
  )
  const [amount = ''] = amounts
  if (new Set(amounts.map((text) => (Number.isFinite(Number(text)) ? String(Number(text)) : text))).size <= 1)
    return amount
  leaveOut(item.line, 'differs from another one of its type and day')
  return ''
}

/** The children that the file does not withdraw. */
const childrenOf = (element: XmlElement, name: string) =>
  element.children
    .filter((child) => child.name === name)
    .flatMap(({ children }) => children.filter(({ attributes }) => attributes['MaintenanceType'] !== 'D'))
const textOf = (element: XmlElement, name: string) => childOf(element, name)?.text ?? ''
