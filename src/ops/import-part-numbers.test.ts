import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { exportProducts } from '#domain/imports/export-products.server.ts'
import { exportPies } from '#domain/imports/pies/export-pies.server.ts'
import { fitmentsOf } from '#domain/products/list-fitments.server.ts'
import { stockProduct } from '../../tests/support/orders.ts'
import { quartersAs } from '../../tests/support/test-pictures.ts'
import { openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { importFromDisk } from './import.ts'

let store: TestStore
let folder: string
beforeAll(async () => {
  store = await openTestStore()
  await store.db
    .insertInto('vehicles')
    .values({
      year: 2006,
      make: 'Honda',
      model: 'Civic',
      displacement_l: '1.8',
      cylinders: 4,
      fuel: '',
      drive: '',
    })
    .execute()
  folder = await mkdtemp(path.join(tmpdir(), 'import-'))
  await writeFile(path.join(folder, 'part.png'), await quartersAs('png', 64, 48))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await store.close()
})
beforeEach(() => store.db.updateTable('products').set({ deleted_at: new Date() }).execute())

async function run(kind: 'products' | 'aces' | 'pies', text: string) {
  const file = path.join(folder, 'file')
  await writeFile(file, text)
  return importFromDisk(store.shop, file, { kind, apply: true })
}
const csv = (...lines: string[]) => run('products', lines.join('\n'))
const codes = ({ problems }: Awaited<ReturnType<typeof run>>) =>
  problems.map(({ line, code, warning }) => `${line} ${code}${warning ? ' (warning)' : ''}`)
const messages = ({ problems }: Awaited<ReturnType<typeof run>>) => problems.map(({ message }) => message)
const counts = (some: object) => ({ added: 0, changed: 0, removed: 0, unchanged: 0, refused: 0, ...some })

async function textOf(chunks: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const chunk of chunks) text += chunk
  return text
}

const HEADER = 'partNumber,name,brand,about,price,available,minOrder,picture'
const newPart = (number: string, price = 1) => `${number},New,,New.,${price},1,1,part.png`

/** An existing part; its name is its number. */
async function stock(partNumber: string, brand = '') {
  const id = await stockProduct(store, { name: partNumber, price: 10, available: 5 })
  await store.db
    .updateTable('products')
    .set({ part_number: partNumber, brand })
    .where('id', '=', id)
    .execute()
  return id
}
/** Prices by part number. */
const prices = async () => {
  const rows = await store.db
    .selectFrom('products')
    .select(['part_number', 'price_cents'])
    .where('deleted_at', 'is', null)
    .execute()
  return Object.fromEntries(rows.map(({ part_number: number, price_cents: cents }) => [number, cents / 100]))
}

/** Different numbers with the same letters and digits. */
const PAIRS = [
  ['LM-45-6', 'LM-4-56'],
  ['BO-22', 'B0-22'],
  ['778/9', '7789'],
  ['12.75-K', '127.5-K'],
  ['40a+9b', '40a9b'],
  ['HÜ-1', 'HU-1'],
  ['M 12 3', 'M 1 23'],
] as const

describe.each(PAIRS)('two parts may have the numbers %s and %s:', (one, other) => {
  test('one file adds both, and each is found by its own number', async () => {
    expect(await csv(HEADER, newPart(one), newPart(other))).toMatchObject({ counts: counts({ added: 2 }) })
    const file = await csv('partNumber,price', `${other},3`, `${one},2`)
    expect(file).toMatchObject({ counts: counts({ changed: 2 }), problems: [] })
    expect(await prices()).toEqual({ [one]: 2, [other]: 3 })
  })
  test('an export with both changes nothing', async () => {
    await stock(one)
    await stock(other)
    const exported = await textOf(exportProducts(store.db))
    expect(await run('products', exported)).toMatchObject({
      ok: true,
      counts: counts({ unchanged: 2 }),
      problems: [],
    })
    const pies = await textOf(exportPies(store.db, { company: 'Us', day: '2026-11-27' }))
    expect(await run('pies', pies)).toMatchObject({
      ok: true,
      counts: counts({ unchanged: 2 }),
      problems: [],
    })
  })
})

test('a line for a new part never replaces one with another number, in whatever order the file has them', async () => {
  await stock('LM-45-6')
  const alone = await csv(HEADER, newPart('LM-4-56', 0.75))
  expect(alone).toMatchObject({ counts: counts({ added: 1 }) })
  expect(codes(alone)).toEqual(['2 similar_number (warning)'])
  expect(await prices()).toEqual({ 'LM-45-6': 10, 'LM-4-56': 0.75 })

  await stock('QR-1-23')
  const both = await csv(HEADER, newPart('QR-12-3', 2), 'QR-1-23,,,,11,,,')
  expect(both).toMatchObject({ counts: counts({ added: 1, changed: 1 }) })
  expect(await prices()).toMatchObject({ 'QR-1-23': 11, 'QR-12-3': 2 })
})

describe('a number that is written differently', () => {
  test.each(['lm 45 6', 'LM456', 'lm45-6', 'LM-4-56', 'LM.45/6'])(
    'as %s changes the part, keeps its number, and is reported',
    async (written) => {
      await stock('LM-45-6')
      const found = await csv('partNumber,price', `${written},5.75`)
      expect(found).toMatchObject({ ok: true, counts: counts({ changed: 1 }) })
      expect(codes(found)).toEqual(['2 other_spelling (warning)'])
      expect(messages(found)[0]).toContain(`The store writes ${written} as LM-45-6.`)
      expect(found.changes).toMatchObject([{ partNumber: 'LM-45-6', fields: [{ field: 'price' }] }])
      expect(await prices()).toEqual({ 'LM-45-6': 5.75 })
    },
  )
  test('only in case and spaces is the number', async () => {
    await stock('LM-45 6')
    expect(await csv('partNumber,price', '" lm-456 ",5')).toMatchObject({
      counts: counts({ changed: 1 }),
      problems: [],
    })
    expect(await prices()).toEqual({ 'LM-45 6': 5 })
  })
  test('is refused if it can be two parts, with both named', async () => {
    await stock('LM-45-6')
    await stock('LM-4-56')
    const found = await csv('partNumber,price', 'LM456,5')
    expect(codes(found)).toEqual(['2 ambiguous_part'])
    expect(messages(found)[0]).toMatch(/LM-45-6.*LM-4-56|LM-4-56.*LM-45-6/)
  })
  test('is another part if a line of the file has the number of the part', async () => {
    await stock('LM-45-6')
    const found = await csv('partNumber,price', 'LM-4-56,5', 'LM-45-6,6')
    expect(codes(found)).toEqual(['2 unknown_part'])
  })
  test.each([
    ['TZ-45-6', 'tz 45 6'],
    ['TZ456', 'tz-45-6'],
    ['TZ-45-6', 'TZ456'],
  ])(
    'twice in a file, as %s and %s, is refused with both lines, for new and old parts',
    async (one, other) => {
      const added = await csv(HEADER, newPart(one), newPart(other))
      expect(codes(added).filter((code) => !code.includes('warning'))).toEqual(['3 duplicate_part'])
      expect(messages(added).join()).toContain('Line 2 has')
      await stock(one)
      const changed = await csv('partNumber,price', `${other},5`, `${one},6`)
      expect(codes(changed).filter((code) => !code.includes('warning'))).toEqual(['3 duplicate_part'])
      expect(await prices()).toEqual({ [one]: 10 })
    },
  )
  test('is matched within its brand', async () => {
    await stock('LM-45-6', 'ATE')
    await stock('LM-4-56', 'TRW')
    await csv('partNumber,brand,price', 'LM456,ATE,5', 'LM456,TRW,6')
    expect(await prices()).toEqual({ 'LM-45-6': 5, 'LM-4-56': 6 })
  })
})

describe('a PIES file', () => {
  const price = (amount: number) =>
    `<Prices><Pricing PriceType="RET"><CurrencyCode>USD</CurrencyCode><Price UOM="PE">${amount}</Price></Pricing></Prices>`
  const item = (number: string, rest = '') => `<Item><PartNumber>${number}</PartNumber>${rest}</Item>\n`
  const replaces = (...numbers: string[]) =>
    `<PartInterchangeInfo><PartInterchange BrandLabel="ATE">${numbers.map((number) => `<PartNumber>${number}</PartNumber>`).join('')}</PartInterchange></PartInterchangeInfo>`
  const pies = (...items: string[]) =>
    run(
      'pies',
      `<PIES><Items>\n${items.join('')}</Items><Trailer><ItemCount>${items.length}</ItemCount></Trailer></PIES>`,
    )
  const numbersOf = async (id: string) =>
    (
      await store.db
        .selectFrom('part_numbers')
        .select('number')
        .where('product_id', '=', id)
        .orderBy('number')
        .execute()
    ).map(({ number }) => number)

  test('changes the part that is written so, and reports another spelling', async () => {
    await stock('NR-1-23')
    expect(codes(await pies(item('NR123', price(3))))).toEqual(['2 other_spelling (warning)'])
    await stock('NR-12-3')
    await pies(item('NR-12-3', price(4)), item('nr-1-23', price(5)))
    expect(await prices()).toEqual({ 'NR-1-23': 5, 'NR-12-3': 4 })
    const found = await pies(item('NR123', price(6)))
    expect(codes(found)).toEqual(['2 ambiguous_part'])
    expect(messages(found)[0]).toMatch(/NR-12-3.*NR-1-23|NR-1-23.*NR-12-3/)
  })
  test('adds each different number of others once', async () => {
    const id = await stock('NR-5')
    const file = [item('NR-5', replaces('OE-1-23', 'OE-12-3', 'oe 1 23', 'OE123', '4.5/6', '456'))] as const
    expect(await pies(...file)).toMatchObject({ counts: counts({ changed: 1 }) })
    expect(await numbersOf(id)).toEqual(['4.5/6', '456', 'NR-5', 'OE-1-23', 'OE-12-3'])
    expect(await pies(...file)).toMatchObject({ counts: counts({ unchanged: 1 }) })
  })
  test('adds no number of which a spreadsheet has lost digits', async () => {
    const id = await stock('NR-6')
    await stock('468769E11')
    const found = await pies(
      item('NR-6', replaces('4.68769E+11', '1,5E+10', '8-Mar', 'OE-9')),
      item('4,68769E+11', price(2)),
      item('7.1E+12'),
    )
    expect(codes(found).toSorted()).toEqual([
      '2 lost_digits (warning)',
      '2 lost_digits (warning)',
      '2 made_a_date (warning)',
      '3 lost_digits',
      '4 lost_digits',
    ])
    await pies(item('NR-6', replaces('4.68769E+11', '1,5E+10', '8-Mar', 'OE-9')))
    expect(await numbersOf(id)).toEqual(['8-Mar', 'NR-6', 'OE-9'])
  })
})

test('an ACES file gives its vehicles to the part that is written so', async () => {
  const [one, other] = [await stock('VX-1-23'), await stock('VX-12-3')]
  const app = (number: string, at: number) =>
    `<App action="A" id="${at}"><Years from="2006" to="2006"/><Make id="0">Honda</Make><Model id="0">Civic</Model><PartType id="1"/><Part>${number}</Part></App>\n`
  const aces = (...numbers: string[]) =>
    run(
      'aces',
      `<ACES version="4.2"><Header><SubmissionType>UPDATE</SubmissionType></Header>\n${numbers.map(app).join('')}<Footer><RecordCount>${numbers.length}</RecordCount></Footer></ACES>`,
    )
  expect(codes(await aces('VX123'))).toEqual(['2 ambiguous_part'])
  expect(await aces('vx-12-3')).toMatchObject({ ok: true, problems: [] })
  expect([await fitmentsOf(store.db, one), await fitmentsOf(store.db, other)]).toMatchObject([[], [{}]])

  const third = await stock('VY-1')
  const twice = await aces('VY1', 'vy-1')
  expect(twice).toMatchObject({ ok: true, counts: counts({ added: 1 }) })
  expect(codes(twice)).toContain('2 other_spelling (warning)')
  expect(await fitmentsOf(store.db, third)).toHaveLength(1)
})
