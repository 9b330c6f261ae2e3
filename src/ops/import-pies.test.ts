// Long because it imports PIES files of every kind into one open store.

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { exportPies } from '#domain/imports/pies/export-pies.server.ts'
import { dayOf } from '#domain/shared/shop-days.ts'
import { stockProduct } from '../../tests/support/orders.ts'
import { openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { importFromDisk } from './import.ts'

let store: TestStore
let folder: string

beforeAll(async () => {
  store = await openTestStore()
  folder = await mkdtemp(path.join(tmpdir(), 'import-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await store.close()
})
beforeEach(() => store.db.updateTable('products').set({ deleted_at: new Date() }).execute())

const item = (part: string, rest = '', action = 'A') =>
  `<Item MaintenanceType="${action}"><PartNumber>${part}</PartNumber>${rest}</Item>\n`
const catalog = (items: readonly string[], count = items.length) =>
  `<PIES xmlns="http://www.autocare.org"><Header><PIESVersion>7.2</PIESVersion></Header><Items>\n${items.join('')}</Items><Trailer><ItemCount>${count}</ItemCount></Trailer></PIES>`
const counts = (some: object) => ({ added: 0, changed: 0, removed: 0, unchanged: 0, refused: 0, ...some })

async function run(
  text: string,
  options: { apply?: boolean; skipUnknown?: boolean; timeZone?: string } = {},
) {
  const file = path.join(folder, 'pies.xml')
  await writeFile(file, text)
  return importFromDisk(store.shop, file, { kind: 'pies', apply: true, ...options })
}
const problems = ({ problems: all }: Awaited<ReturnType<typeof run>>) =>
  all.map(({ line, code, warning }) => `${line} ${code}${warning ? ' (warning)' : ''}`)

async function stock(partNumber: string): Promise<string> {
  const id = await stockProduct(store, { name: `Part ${partNumber}`, price: 10, available: 5 })
  await store.db.updateTable('products').set({ part_number: partNumber }).where('id', '=', id).execute()
  return id
}

const DETAILS = `<BrandLabel>Wagner</BrandLabel><MinimumOrderQuantity UOM="EA">2</MinimumOrderQuantity>
<Descriptions><Description DescriptionCode="DES" LanguageCode="EN">Brake Pads</Description><Description DescriptionCode="SHO" LanguageCode="EN">Pads</Description>
<Description DescriptionCode="SHO" LanguageCode="ES">Pastillas</Description><Description DescriptionCode="EXT">+ Ceramic &amp; quiet</Description></Descriptions>
<Prices><Pricing PriceType="LST"><CurrencyCode>USD</CurrencyCode><Price UOM="PE">60</Price></Pricing><Pricing PriceType="RET"><CurrencyCode>USD</CurrencyCode><Price UOM="PE">45.99</Price></Pricing></Prices>
<PartInterchangeInfo><PartInterchange BrandLabel="OEM"><PartNumber>45022-S9A</PartNumber></PartInterchange><PartInterchange BrandLabel="Bendix"><PartNumber>D914</PartNumber></PartInterchange></PartInterchangeInfo>`

test('a part gets name, text, brand, price, minimum order and the numbers of others; a second import has nothing to do', async () => {
  const id = await stock('QC-914')
  const file = catalog([item('QC914', DETAILS)])
  expect(await run(file, { apply: false })).toMatchObject({ ok: true, counts: counts({ changed: 1 }) })
  expect(await run(file)).toMatchObject({ ok: true, counts: counts({ changed: 1 }) })
  expect(await store.db.selectFrom('products').selectAll().where('id', '=', id).execute()).toMatchObject([
    {
      name: 'Pads',
      about: '+ Ceramic & quiet',
      brand: 'Wagner',
      price_cents: 4599,
      min_order: 2,
      available: 5,
    },
  ])
  const numbers = await store.db
    .selectFrom('part_numbers')
    .select(['kind', 'number'])
    .where('product_id', '=', id)
    .orderBy('number')
    .execute()
  expect(numbers).toEqual([
    { kind: 'OE', number: '45022-S9A' },
    { kind: 'competitor', number: 'D914' },
    { kind: 'own', number: 'QC-914' },
  ])
  expect(await run(file)).toMatchObject({ ok: true, counts: counts({ unchanged: 1 }) })
})

test('a part gets weight, core deposit and whether it is dangerous goods, and a file without them changes none', async () => {
  const id = await stock('BT-35')
  const prices = (...all: [string, string][]) =>
    `<Prices>${all.map(([type, amount]) => `<Pricing PriceType="${type}"><CurrencyCode>USD</CurrencyCode><Price UOM="PE">${amount}</Price></Pricing>`).join('')}</Prices>`
  const facts = async () => {
    const [row] = await store.db.selectFrom('products').selectAll().where('id', '=', id).execute()
    return row && [row.price_cents, row.core_cents, row.weight_grams, row.dangerous]
  }
  const file = catalog([
    item(
      'BT-35',
      `<HazardousMaterialCode>Y</HazardousMaterialCode>${prices(['RET', '189'], ['COR', '22.00'])}<Packages><Package><PackageUOM>EA</PackageUOM><QuantityofEaches>1</QuantityofEaches><Weights UOM="PG"><Weight>47.2</Weight></Weights></Package></Packages>`,
    ),
  ])
  expect(await run(file)).toMatchObject({ ok: true, counts: counts({ changed: 1 }), problems: [] })
  expect(await facts()).toEqual([18_900, 2_200, 21_410, true])
  expect(await run(file)).toMatchObject({ counts: counts({ unchanged: 1 }) })
  expect(await run(catalog([item('BT-35', prices(['RET', '195']))]))).toMatchObject({
    counts: counts({ changed: 1 }),
  })
  expect(await facts()).toEqual([19_500, 2_200, 21_410, true])
  const chunks: string[] = []
  for await (const chunk of exportPies(store.db, { company: 'Test', day: '2026-03-15' })) chunks.push(chunk)
  expect(await run(chunks.join(''))).toMatchObject({
    ok: true,
    counts: counts({ unchanged: 1 }),
    problems: [],
  })
  await run(
    catalog([item('BT-35', `<HazardousMaterialCode>N</HazardousMaterialCode>${prices(['COR', '0'])}`)]),
  )
  expect(await facts()).toEqual([19_500, 0, 21_410, false])
  const heavy = catalog([
    item(
      'BT-35',
      '<Packages><Package><QuantityofEaches>1</QuantityofEaches><Weights UOM="KG"><Weight>2000</Weight></Weights></Package></Packages>',
    ),
  ])
  expect(problems(await run(heavy))).toEqual(['2 invalid_input'])
})

test('what is valid today is decided by the day in the time zone of the store', async () => {
  await stock('DY-1')
  // 25 hours ahead of the other.
  const [ahead, behind] = ['Pacific/Kiritimati', 'Pacific/Pago_Pago']
  const price = `<Prices><Pricing PriceType="RET"><CurrencyCode>USD</CurrencyCode><EffectiveDate>${dayOf(new Date(), ahead)}</EffectiveDate><Price UOM="PE">60</Price></Pricing></Prices>`
  const file = catalog([item('DY-1', price)])
  expect(problems(await run(file, { apply: false, timeZone: behind }))).toEqual([
    '2 price_left_out (warning)',
  ])
  expect(await run(file, { timeZone: ahead })).toMatchObject({ counts: counts({ changed: 1 }), problems: [] })
})

test('attributes fill the specifications of their names and units; the others are listed, and fail nothing', async () => {
  const id = await stock('AT-1')
  await store.db.updateTable('products').set({ category: 'Pads' }).where('id', '=', id).execute()
  const field = (name: string, unit: string, type: 'text' | 'number') => ({
    category: 'Pads',
    name,
    unit,
    type,
    position: 0,
  })
  await store.db
    .insertInto('specification_fields')
    .values([field('Thickness', 'mm', 'number'), field('Width', 'mm', 'number'), field('Fits', '', 'text')])
    .execute()
  const attribute = (name: string, value: string, more = '') =>
    `<ProductAttribute AttributeID="${name}" PADBAttribute="N" ${more}>${value}</ProductAttribute>`
  const attributes = [
    attribute('thickness', '16.8', 'AttributeUOM="MM"'),
    attribute('Width', '2', 'AttributeUOM="IN"'),
    attribute('Fits', 'Front'),
    attribute('Fits', 'Rear'),
    attribute('Fits', 'Delante', 'LanguageCode="ES"'),
    attribute('__proto__', '1'),
    attribute('Fits', 'Gone', 'MaintenanceType="D"'),
  ]
  const file = catalog([item('AT-1', `<ProductAttributes>${attributes.join('')}</ProductAttributes>`)])
  const found = await run(file)
  expect(found).toMatchObject({ ok: true, counts: counts({ changed: 1 }) })
  expect(found.problems.map(({ message }) => message)).toEqual([
    'An attribute that is in ES, not in English is left out.',
    'The attribute Width is left out: it is in IN, and the specification is in mm.',
    'The attribute __proto__ is left out: Pads has no specification with this name.',
  ])
  expect(found.changes).toMatchObject([
    { fields: [{ field: 'spec: Thickness (mm)', after: '16.8' }, { after: 'Front, Rear' }] },
  ])
  expect(await run(file)).toMatchObject({ ok: true, counts: counts({ unchanged: 1 }) })
  const wrong = catalog([
    item(
      'AT-1',
      `<ProductAttributes>${attribute('Thickness', 'thick', 'AttributeUOM="mm"')}</ProductAttributes>`,
    ),
  ])
  expect(await run(wrong)).toMatchObject({
    ok: true,
    counts: counts({ unchanged: 1 }),
    problems: [{ code: 'attribute_left_out', warning: true }],
  })
})

test('refused items are listed, and then nothing is applied', async () => {
  const id = await stock('P-1')
  const price = (text: string) => `<Prices><Pricing PriceType="RET"><Price>${text}</Price></Pricing></Prices>`
  const found = await run(
    catalog(
      [item('P-1', price('5')), item('NONE'), item('P-1', '', 'D'), item(''), item('P-1', price('-1'))],
      6,
    ),
  )
  expect(problems(found)).toEqual([
    '3 unknown_part',
    '4 deletion',
    '5 invalid_input',
    '6 invalid_input',
    '7 wrong_record_count',
  ])
  expect(found.ok).toBe(false)
  expect(await store.db.selectFrom('products').select('price_cents').where('id', '=', id).execute()).toEqual([
    { price_cents: 1000 },
  ])
})

test('every refused item is counted, even if several are listed together', async () => {
  const unknown = Array.from({ length: 600 }, (_, at) => item(`NONE-${at}`))
  expect(await run(catalog([...unknown, item('NONE-1')]))).toMatchObject({
    ok: false,
    counts: counts({ refused: 601 }),
  })
})

test('a file in one line is counted like any other, and a refused item is only refused', async () => {
  await stock('P-4')
  await stock('P-5')
  const oneLine = (items: readonly string[]) => catalog(items).replaceAll('\n', '')
  const number = (of: string) =>
    `<PartInterchangeInfo><PartInterchange BrandLabel="OE"><PartNumber>${of}</PartNumber></PartInterchange></PartInterchangeInfo>`
  const brand = item('P-4', '<BrandLabel>ATE</BrandLabel>')
  const file = oneLine([brand, item('P-5', number('OE-5'))])
  expect(await run(file)).toMatchObject({ ok: true, counts: counts({ changed: 2 }) })
  expect(await run(file)).toMatchObject({ ok: true, counts: counts({ unchanged: 2 }) })
  const free = '<Prices><Pricing PriceType="RET"><Price>0</Price></Pricing></Prices>'
  expect(await run(oneLine([item('P-5', free + number('OE-6'))]))).toMatchObject({
    ok: false,
    counts: counts({ refused: 1 }),
  })
})

test('values that an item withdraws are not imported', async () => {
  const id = await stock('P-6')
  const withdrawn = DETAILS.replaceAll(/<(Description|Pricing|PartInterchange) /g, '<$1 MaintenanceType="D" ')
  await run(catalog([item('P-6', withdrawn)]))
  expect(await store.db.selectFrom('products').selectAll().where('id', '=', id).execute()).toMatchObject([
    { name: 'Part P-6', brand: 'Wagner', price_cents: 1000 },
  ])
  const numbers = await store.db
    .selectFrom('part_numbers')
    .select('number')
    .where('product_id', '=', id)
    .execute()
  expect(numbers).toEqual([{ number: 'P-6' }])
})

test('parts that the store does not have can be left out', async () => {
  await stock('P-2')
  const found = await run(catalog([item('P-2', '<BrandLabel>ATE</BrandLabel>'), item('NONE')]), {
    skipUnknown: true,
  })
  expect(problems(found)).toEqual(['3 unknown_part (warning)'])
  expect(found).toMatchObject({ ok: true, counts: counts({ changed: 1 }) })
})

test('a price that is not this store’s is left out with a warning, and keeps no other item out', async () => {
  const [id, other] = [await stock('P-7'), await stock('P-8')]
  const price = (content: string) => `<Prices><Pricing PriceType="RET">${content}</Pricing></Prices>`
  const found = await run(
    catalog([
      item('P-7', price('<CurrencyCode>CAD</CurrencyCode><Price>21</Price>')),
      item('P-8', price('<Price>0.125</Price>')),
    ]),
  )
  expect(problems(found)).toEqual(['2 price_left_out (warning)', '3 price_left_out (warning)'])
  expect(found).toMatchObject({ ok: true, counts: counts({ unchanged: 2 }) })
  const rows = await store.db
    .selectFrom('products')
    .select('price_cents')
    .where('id', 'in', [id, other])
    .execute()
  expect(rows).toEqual([{ price_cents: 1000 }, { price_cents: 1000 }])
  const mixed = await run(
    catalog([item('P-7', price('<Price>0.0860</Price>')), item('P-8', price('<Price>12.40</Price>'))]),
  )
  expect(mixed).toMatchObject({ ok: true, counts: counts({ changed: 1, unchanged: 1 }) })
})

test('a truncated file, or one that is not PIES, is refused', async () => {
  expect(problems(await run('<ACES version="4.2"></ACES>'))).toEqual(['1 not_pies'])
  expect(problems(await run(catalog([item('P-3')]).slice(0, -9)))).toContain('3 broken_xml')
  expect(problems(await run('<PIES><Items></Items></PIES>'))).toEqual(['1 missing_trailer'])
})

const description = (code: string, text: string) =>
  `<Descriptions><Description DescriptionCode="${code}">${text}</Description></Descriptions>`
const replaces = (brand: string, number: string) =>
  `<PartInterchangeInfo><PartInterchange BrandLabel="${brand}"><PartNumber>${number}</PartNumber></PartInterchange></PartInterchangeInfo>`

/** U+0344 becomes two marks, on which some patterns need quadratic time. */
const marks = (count: number) => `1${'\u0344'.repeat(count)}`
const LONG = 200_000
test.each([
  ['number', (text: string) => item(text)],
  ['brand', (text: string) => item('P-7', `<BrandLabel>${text}</BrandLabel>`)],
  ['name', (text: string) => item('P-7', description('SHO', text))],
  ['text', (text: string) => item('P-7', description('EXT', `&lt;p&gt;${text}&amp;amp;`))],
  [
    'price',
    (text: string) =>
      item('P-7', `<Prices><Pricing PriceType="RET"><Price>${text}</Price></Pricing></Prices>`),
  ],
  ['minimum', (text: string) => item('P-7', `<MinimumOrderQuantity>${text}</MinimumOrderQuantity>`)],
  ['number of another maker', (text: string) => item('P-7', replaces('ATE', text))],
  ['other maker', (text: string) => item('P-7', replaces(text, 'OE-7'))],
])('a %s of very many marks takes no more time than a plain file of its size', async (_, itemWith) => {
  await stock('P-7')
  const msOf = async (text: string) => {
    const before = process.cpuUsage()
    await run(catalog([itemWith(text)]), { apply: false })
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
  const plain = await msOf('ab'.repeat(LONG))
  // 8,000 took 13 s.
  expect(await msOf(marks(LONG))).toBeLessThan(10 * Math.max(plain, 50))
})
