import { childOf, readCatalog, type XmlElement } from '../xml/read-elements.ts'

/** A part number of another brand that the part replaces. */
type Interchange = { brand: string; number: string }

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
  interchange: Interchange[]
}
export type PiesRecord = PiesItem | { kind: 'trailer'; line: number; items: string }

/** The descriptions used as name and as text, best first: short, product; extended, marketing. */
const NAME_CODES = ['SHO', 'DES', 'INV']
const ABOUT_CODES = ['EXT', 'MKT', 'DES']
/** The price used as the store's, best first: retail, list, suggested. */
const PRICE_TYPES = ['RET', 'LST', 'RMP']

/**
 * The items of a PIES file, then its trailer.
 * @throws UnreadableFileError for any other file, with the line.
 */
export async function* readPies(text: AsyncIterable<string>): AsyncGenerator<PiesRecord> {
  const records = ['Item', 'Trailer']
  for await (const element of readCatalog(text, { root: 'PIES', records, last: 'Trailer' }))
    if (element.name === 'Item') yield readItem(element)
    else if (element.name === 'Trailer')
      yield { kind: 'trailer', line: element.line, items: textOf(element, 'ItemCount') }
}

function readItem(item: XmlElement): PiesItem {
  const descriptions = childrenOf(item, 'Descriptions').filter(({ attributes }) =>
    ['', 'EN'].includes((attributes['LanguageCode'] ?? '').toUpperCase()),
  )
  const prices = childrenOf(item, 'Prices').filter((price) =>
    ['', 'USD'].includes(textOf(price, 'CurrencyCode')),
  )
  const best = (all: readonly XmlElement[], attribute: string, codes: readonly string[]) =>
    codes.flatMap((code) => all.filter(({ attributes }) => attributes[attribute] === code))[0]
  const price = best(prices, 'PriceType', PRICE_TYPES)
  return {
    kind: 'item',
    line: item.line,
    action: item.attributes['MaintenanceType'] ?? 'A',
    partNumber: textOf(item, 'PartNumber'),
    brand: textOf(item, 'BrandLabel'),
    name: best(descriptions, 'DescriptionCode', NAME_CODES)?.text ?? '',
    about: best(descriptions, 'DescriptionCode', ABOUT_CODES)?.text ?? '',
    price: price ? textOf(price, 'Price') : '',
    minOrder: textOf(item, 'MinimumOrderQuantity'),
    interchange: childrenOf(item, 'PartInterchangeInfo').flatMap(({ attributes, children }) =>
      children
        .filter(({ name, text }) => name === 'PartNumber' && text !== '')
        .map(({ text }) => ({ brand: attributes['BrandLabel'] ?? '', number: text })),
    ),
  }
}

/** The children that the file does not withdraw. */
const childrenOf = (element: XmlElement, name: string) =>
  element.children
    .filter((child) => child.name === name)
    .flatMap(({ children }) => children.filter(({ attributes }) => attributes['MaintenanceType'] !== 'D'))
const textOf = (element: XmlElement, name: string) => childOf(element, name)?.text ?? ''
