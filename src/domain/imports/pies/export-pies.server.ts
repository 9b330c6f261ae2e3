import type { Database } from '#db/connection.ts'
import type { Product } from '../../products/product.ts'
import { xmlElement, xmlText } from '../../shared/xml-text.ts'
import { numberedProducts } from '../export-products.server.ts'
import { packageOf } from './read-shipping.ts'

/**
 * All parts with a part number as chunks of a PIES 7.2 file; importing it again changes nothing. For admins
 * and the command line.
 * @param file.company the company that the file names.
 * @param file.day its date, as "2026-11-23".
 */
export async function* exportPies(
  db: Database,
  { company, day }: { company: string; day: string },
): AsyncGenerator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<PIES xmlns="http://www.autocare.org">\n<Header>${[
    xmlElement('PIESVersion', '7.2'),
    xmlElement('SubmissionType', 'FULL'),
    xmlElement('BlanketEffectiveDate', day),
    xmlElement('TechnicalContact', company),
  ].join('')}</Header>\n<Items>\n`
  let items = 0
  for await (const products of numberedProducts(db)) {
    if (products.length === 0) continue
    const ids = products.map(({ _id }) => _id)
    const rows = await db
      .selectFrom('part_numbers')
      .select(['product_id', 'kind', 'number'])
      .where('product_id', 'in', ids)
      .where('kind', 'in', ['OE', 'competitor'])
      .orderBy('number')
      .execute()
    const numbers = Map.groupBy(rows, ({ product_id }) => product_id)
    items += products.length
    yield products.map((product) => itemOf(product, numbers.get(product._id) ?? [])).join('')
  }
  yield `</Items>\n<Trailer>${xmlElement('ItemCount', String(items))}${xmlElement('TransactionDate', day)}</Trailer>\n</PIES>\n`
}

function itemOf(product: Product, numbers: readonly { kind: string; number: string }[]): string {
  const { partNumber, brand, name, about, price, minOrder, gtin = '', coreDeposit = 0 } = product
  const pricing = (type: string, dollars: number) =>
    `<Pricing MaintenanceType="A" PriceType="${type}"><CurrencyCode>USD</CurrencyCode><Price UOM="PE">${dollars}</Price></Pricing>`
  const description = (code: string, text: string) =>
    `<Description MaintenanceType="A" DescriptionCode="${code}" LanguageCode="EN">${multiLine(text)}</Description>`
  const interchange = numbers.map(
    ({ kind, number }) =>
      `<PartInterchange MaintenanceType="A"${kind === 'OE' ? ' BrandLabel="OE"' : ''}>${xmlElement('PartNumber', number)}</PartInterchange>`,
  )
  return `<Item MaintenanceType="A">${[
    xmlElement('HazardousMaterialCode', product.dangerous ? 'Y' : 'N'),
    gtin === '' ? '' : `<ItemLevelGTIN GTINQualifier="UP">${gtin.padStart(14, '0')}</ItemLevelGTIN>`,
    xmlElement('PartNumber', partNumber),
    brand === '' ? '' : xmlElement('BrandLabel', brand),
    `<MinimumOrderQuantity UOM="EA">${minOrder}</MinimumOrderQuantity>`,
    `<Descriptions>${description('SHO', name)}${description('EXT', about)}</Descriptions>`,
    `<Prices>${pricing('RET', price)}${coreDeposit > 0 ? pricing('COR', coreDeposit) : ''}</Prices>`,
    product.weightGrams === undefined ? '' : packageOf(product.weightGrams),
    interchange.length > 0 ? `<PartInterchangeInfo>${interchange.join('')}</PartInterchangeInfo>` : '',
  ].join('')}</Item>\n`
}

/** XML readers turn CR LF into one line break, unless CR is a character reference. */
const multiLine = (text: string) => xmlText(text).replaceAll('\r', '&#13;')
