import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { readPies } from './read-pies.ts'

const TODAY = '2026-03-15'

type Parts = { header?: string; sheets?: string; item: string }
async function read({ header = '', sheets = '', item }: Parts) {
  const text = `<PIES><Header>${header}</Header>${sheets && `<PriceSheets>${sheets}</PriceSheets>`}<Items><Item><PartNumber>A</PartNumber>${item}</Item></Items><Trailer/></PIES>`
  for await (const record of readPies(Readable.from([text]), TODAY)) if (record.kind === 'item') return record
  throw new Error('no item')
}
const price = (amount: string, content = '', type = 'RET', unit = 'PE') =>
  `<Pricing PriceType="${type}">${content}<Price UOM="${unit}">${amount}</Price></Pricing>`
const prices = (...all: string[]) => `<Prices>${all.join('')}</Prices>`
const from = (day: string) => `<EffectiveDate>${day}</EffectiveDate>`
const to = (day: string) => `<ExpirationDate>${day}</ExpirationDate>`
const text = (content: string, attributes: string) => `<Description ${attributes}>${content}</Description>`
const texts = (...all: string[]) => `<Descriptions>${all.join('')}</Descriptions>`
const euros = '<CurrencyCode>EUR</CurrencyCode>'
const sheet = (content: string) =>
  `<PriceSheet><PriceSheetNumber>S7</PriceSheetNumber>${content}</PriceSheet>`
const ofSheet = '<PriceSheetNumber>S7</PriceSheetNumber>'

test.each<[string, Parts, string, string[]]>([
  ['valid today, its last day', { item: prices(price('8', from('2026-01-01') + to(TODAY))) }, '8', []],
  [
    'that has expired',
    { item: prices(price('8', to('2026-03-14')), price('9')) },
    '9',
    ['is no longer valid'],
  ],
  ['of the future', { item: prices(price('8', from('2026-03-16'))) }, '', ['is valid from 2026-03-16 on']],
  [
    'of the latest day',
    { item: prices(price('8', from('2026-02-01')), price('7', from('2025-02-01'))) },
    '8',
    [],
  ],
  [
    'of an expired sheet',
    { sheets: sheet(to('2025-12-31')), item: prices(price('8', ofSheet)) },
    '',
    ['is no longer valid'],
  ],
  ['in the sheet’s euros', { sheets: sheet(euros), item: prices(price('8', ofSheet)) }, '', ['is in EUR']],
  ['in the header’s euros', { header: euros, item: prices(price('8')) }, '', ['is in EUR']],
  [
    'in dollars, against the header',
    { header: euros, item: prices(price('8', '<CurrencyCode>usd</CurrencyCode>')) },
    '8',
    [],
  ],
  [
    'from the header’s day on',
    { header: '<BlanketEffectiveDate>2027-01-01</BlanketEffectiveDate>', item: prices(price('8')) },
    '',
    ['is valid from 2027-01-01 on'],
  ],
  ['for Canada', { item: prices(price('8', '<CountryCode>CA</CountryCode>')) }, '', ['is for the market CA']],
  [
    'with an impossible day',
    { item: prices(price('8', to('2026-02-30'))) },
    '',
    ['has dates that are not valid'],
  ],
  [
    'of an item of the future',
    { item: `<ItemEffectiveDate>2026-04-01</ItemEffectiveDate>${prices(price('8'))}` },
    '',
    ['is valid from 2026-04-01 on'],
  ],
  [
    'from 12 pieces on',
    {
      item: prices(
        price('5', '<PriceBreak UOM="EA">12</PriceBreak>'),
        price('8', '<PriceBreak UOM="EA">1</PriceBreak>'),
      ),
    },
    '8',
    ['is for larger quantities'],
  ],
  [
    'from one case on',
    { item: prices(price('5', '<PriceBreak UOM="CA">1</PriceBreak>')) },
    '',
    ['is for larger quantities'],
  ],
  [
    'per box',
    { item: prices(price('80', '', 'RET', 'BX'), price('9', '', 'LST')) },
    '9',
    ['is per BX, not per piece'],
  ],
  ['with fractions of a cent', { item: prices(price('1.2345')) }, '', ['has fractions of a cent']],
  ['with zeros below the cent', { item: prices(price('12.5000')) }, '12.50', []],
  ['that differs from another', { item: prices(price('8'), price('9')) }, '', ['differs from another one']],
  ['that is stated twice', { item: prices(price('8.00'), price('8')) }, '8.00', []],
  ['of a type that the store does not use', { item: prices(price('3', euros, 'JBR')) }, '', []],
])('a price %s', async (_, parts, expected, reasons) => {
  const item = await read(parts)
  expect(item.price).toBe(expected)
  expect(item.leftOut.map(({ code }) => code)).toEqual(reasons.map(() => 'price_left_out'))
  for (const [at, reason] of reasons.entries()) expect(item.leftOut[at]?.message).toContain(reason)
})

const SPANISH = '<LanguageCode>ES</LanguageCode>'
test.each<[string, Parts, { name: string; about: string; left: number }]>([
  [
    'in the header’s Spanish',
    { header: SPANISH, item: texts(text('Bomba', 'DescriptionCode="SHO"')) },
    { name: '', about: '', left: 1 },
  ],
  [
    'in English, against the header',
    {
      header: SPANISH,
      item: texts(
        text('Pump', 'DescriptionCode="SHO" LanguageCode="en-US"'),
        text('Bomba', 'DescriptionCode="EXT"'),
      ),
    },
    { name: 'Pump', about: '', left: 1 },
  ],
  [
    'of several kinds',
    {
      item: texts(
        text('D', 'DescriptionCode="DES"'),
        text('M', 'DescriptionCode="MKT"'),
        text('E', 'DescriptionCode="EXT"'),
      ),
    },
    { name: 'D', about: 'E', left: 0 },
  ],
  [
    'in a sequence',
    {
      item: texts(
        text('two', 'DescriptionCode="MKT" Sequence="2"'),
        text('one', 'DescriptionCode="MKT" Sequence="1"'),
      ),
    },
    { name: '', about: 'one\ntwo', left: 0 },
  ],
  [
    'of last year',
    { item: texts(text('Old', 'DescriptionCode="EXT" ExpirationDate="2025-12-31"')) },
    { name: '', about: '', left: 1 },
  ],
  [
    'that are two names',
    { item: texts(text('A', 'DescriptionCode="SHO"'), text('B', 'DescriptionCode="SHO"')) },
    { name: 'A', about: '', left: 1 },
  ],
  [
    'of a kind that the store does not show',
    { header: SPANISH, item: texts(text('Llave', 'DescriptionCode="KEY"')) },
    { name: '', about: '', left: 0 },
  ],
])('descriptions %s', async (_, parts, { name, about, left }) => {
  const item = await read(parts)
  expect(item).toMatchObject({ name, about })
  expect(item.leftOut.map(({ code }) => code)).toEqual(Array.from({ length: left }, () => 'text_left_out'))
})

test('a minimum order in cases is left out', async () => {
  const item = await read({ item: '<MinimumOrderQuantity UOM="CA">2</MinimumOrderQuantity>' })
  expect(item).toMatchObject({ minOrder: '', leftOut: [{ code: 'quantity_left_out' }] })
})

const pack = (weight: string, unit: string, content = '<QuantityofEaches>1</QuantityofEaches>') =>
  `<Package>${content}<Weights UOM="${unit}"><Weight>${weight}</Weight></Weights></Package>`
const packs = (...all: string[]) => `<Packages>${all.join('')}</Packages>`

test.each([
  ['gross pounds', packs(pack('2.5', 'PG')), '2.5 lb'],
  ['gross kilograms', packs(pack('1.2', 'GT')), '1.2 kg'],
  [
    'the package of one piece',
    packs(pack('30', 'LB', '<QuantityofEaches>12</QuantityofEaches>'), pack('2.5', 'LB')),
    '2.5 lb',
  ],
  ['a package that is a piece', packs(pack('2.5', 'LB', '<PackageUOM>EA</PackageUOM>')), '2.5 lb'],
  ['a case only', packs(pack('30', 'LB', '<QuantityofEaches>12</QuantityofEaches>')), ''],
  ['a weight that is not known', packs(pack('0.000', 'PG')), ''],
  ['no packages', '', ''],
])('a weight is read of %s', async (_, item, weight) => {
  expect(await read({ item })).toMatchObject({ weight, leftOut: [] })
})

test('a weight in another unit is left out', async () => {
  expect(await read({ item: packs(pack('2', 'STN')) })).toMatchObject({
    weight: '',
    leftOut: [{ code: 'weight_left_out', message: expect.stringContaining('STN') }],
  })
})

const material = (content: string, attributes = '') =>
  packs(`<Package><HazardousMaterial ${attributes}>${content}</HazardousMaterial></Package>`)

test.each([
  ['by its code', '<HazardousMaterialCode>Y</HazardousMaterialCode>', 'yes'],
  ['not, by its code', '<HazardousMaterialCode>N</HazardousMaterialCode>', 'no'],
  ['by its package', material('<UNNAIDCode>2794</UNNAIDCode>'), 'yes'],
  [
    'by its package, against its code',
    `<HazardousMaterialCode>N</HazardousMaterialCode>${material('')}`,
    'yes',
  ],
  ['not, in a package that is not regulated', material('<Regulated>N</Regulated>'), 'no'],
  ['of nothing, in a package that the file withdraws', material('', 'MaintenanceType="D"'), ''],
  ['of nothing', '', ''],
])('a part is dangerous goods %s', async (_, item, dangerous) => {
  expect((await read({ item })).dangerous).toBe(dangerous)
})

test('a core price is the core deposit, under the same rules as the price', async () => {
  const core = (amount: string, content = '') => price(amount, content, 'COR')
  const described = price('20', '<PriceTypeDescription>Core Charge</PriceTypeDescription>', 'ZZ1')
  const readWith = (...all: string[]) => read({ item: prices(price('45.99'), ...all) })
  expect(await readWith(core('18.0000'))).toMatchObject({ price: '45.99', coreDeposit: '18.00', leftOut: [] })
  expect(await readWith(described)).toMatchObject({ price: '45.99', coreDeposit: '20' })
  expect(
    await readWith(price('7', '<PriceTypeDescription>Core</PriceTypeDescription>', 'RET')),
  ).toMatchObject({
    price: '45.99',
    coreDeposit: '7',
  })
  expect(await readWith(core('18', euros))).toMatchObject({
    coreDeposit: '',
    leftOut: [{ code: 'price_left_out' }],
  })
  expect(await readWith()).toMatchObject({ coreDeposit: '' })
})

test('a GTIN is taken in its shortest form, and left out when its check digit does not match', async () => {
  const gtin = (digits: string) =>
    read({ item: `<ItemLevelGTIN GTINQualifier="UP">${digits}</ItemLevelGTIN>` })
  expect(await gtin('00036000291452')).toMatchObject({ gtin: '036000291452', leftOut: [] })
  expect(await gtin('00036000291453')).toMatchObject({ gtin: '', leftOut: [{ code: 'gtin_left_out' }] })
})
