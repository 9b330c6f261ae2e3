import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fitmentsOf } from '#domain/products/list-fitments.server.ts'
import { fitmentRow } from '#domain/products/write-fitments.server.ts'
import { dayOf } from '#domain/shared/shop-days.ts'
import { type Fitment, UNQUALIFIED } from '#domain/vehicles/fitment.ts'
import { stockProduct } from '../../tests/support/orders.ts'
import { openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { exportFile } from './export.ts'
import { importFromDisk } from './import.ts'

let store: TestStore
let folder: string

const line = (some: Partial<Fitment>): Fitment => ({
  make: 'Honda',
  model: 'Civic',
  variant: null,
  yearFrom: 2004,
  yearTo: 2008,
  engine: null,
  ...UNQUALIFIED,
  ...some,
})

/** Everything that a fitment can contain, and values that could be misread. */
const LINES = [
  line({ engine: '1.8-4', drive: 'FWD', body: 'Coupe', position: 'front left', quantity: 2 }),
  line({ engine: '1.3-x', variant: 'Hybrid', position: 'rear upper', source: 'aces' }),
  line({ option: 'with <sport> & "tow" package', note: 'with the clips', source: 'aces' }),
  line({ builtFrom: '2005-03-01', builtTo: '2006-01-31', note: 'Note: 2 pieces; Ø 30' }),
  line({ yearFrom: 1931, yearTo: 1931, note: 'built from 2005-01-01' }),
  line({ yearFrom: 2005, option: 'with\u00a018\u00a0inch wheels', note: 'two\nlines, 10\u00a0mm  apart' }),
  line({ yearFrom: 2006, option: 'Note: see below' }),
  line({ yearFrom: 2007, option: 'built to 2005-01-01' }),
]

beforeAll(async () => {
  store = await openTestStore()
  folder = await mkdtemp(path.join(tmpdir(), 'export-'))
  const civic = { make: 'Honda', model: 'Civic', year: 2006, fuel: '', drive: '' }
  await store.db
    .insertInto('vehicles')
    .values([
      { ...civic, displacement_l: '1.8', cylinders: 4 },
      { ...civic, displacement_l: '1.3', cylinders: null, variant: 'Hybrid' },
    ])
    .execute()
  // Already guarded, and spelled differently than the others.
  const names: Record<string, string> = { 'D-4': "'''=1+3" }
  const brands: Record<string, string> = { 'D-4': '@BOSCH' }
  for (const [at, partNumber] of ['A-1', '-B 2', '=C3', '', 'D-4'].entries()) {
    const id = await stockProduct(store, { name: `Part ${at}`, price: 10 + at, available: 5 })
    await store.db
      .updateTable('products')
      .set({
        part_number: partNumber,
        name: names[partNumber] ?? `'=1+${at}, "quoted"`,
        about: '+ line\r\n- line',
        brand: brands[partNumber] ?? '@Bosch',
      })
      .where('id', '=', id)
      .execute()
    // Another part for the same vehicle, which needs many more pieces: no supplier's file states that the two
    // are of different types.
    if (partNumber === '-B 2')
      await store.db
        .insertInto('fitments')
        .values(fitmentRow(id, { ...line({ option: 'Note: see below' }), yearFrom: 2006, quantity: 24 }))
        .execute()
    if (partNumber !== 'A-1') continue
    await store.db
      .insertInto('part_numbers')
      .values([
        { product_id: id, kind: 'OE', number: '45022-S9A' },
        { product_id: id, kind: 'competitor', number: 'D914' },
      ])
      .execute()
    await store.db
      .insertInto('fitments')
      .values(LINES.map((fits) => fitmentRow(id, fits)))
      .execute()
  }
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await store.close()
})

const at = (name: string) => path.join(folder, name)

test('an import of exported parts changes nothing', async () => {
  await exportFile(store.db, 'products', at('parts.csv'), { name: 'Driveline' })
  const report = await importFromDisk(store.shop, at('parts.csv'), {
    kind: 'products',
    apply: true,
  })
  expect(report).toMatchObject({
    ok: true,
    problems: [],
    changes: [],
    counts: { added: 0, changed: 0, removed: 0, unchanged: 4 },
  })
})

test('an import of parts exported as PIES changes nothing', async () => {
  await exportFile(store.db, 'pies', at('pies.xml'), { name: 'A & B' })
  expect(await importFromDisk(store.shop, at('pies.xml'), { kind: 'pies', apply: true })).toMatchObject({
    ok: true,
    problems: [],
    changes: [],
    counts: { added: 0, changed: 0, removed: 0, unchanged: 4 },
  })
})

test.each(['3.2', '4.2'])('an import of exported vehicles changes nothing, in ACES %s', async (version) => {
  const [product] = await store.db
    .selectFrom('products')
    .select('id')
    .where('part_number', '=', 'A-1')
    .execute()
  const before = await fitmentsOf(store.db, product?.id ?? '')
  await exportFile(store.db, 'aces', at('aces.xml'), { name: 'A & B' }, version)
  expect(await readFile(at('aces.xml'), 'utf8')).toContain(`<ACES version="${version}">`)
  const report = await importFromDisk(store.shop, at('aces.xml'), { kind: 'aces', apply: true })
  expect(report).toMatchObject({
    ok: true,
    changes: [],
    counts: { added: 0, changed: 0, removed: 0, unchanged: LINES.length + 1, refused: 0 },
  })
  // Of the lines for years that the store does not have.
  expect(report.problems.map(({ code }) => code)).toEqual(['unknown_vehicle', 'unknown_vehicle'])
  expect(await fitmentsOf(store.db, product?.id ?? '')).toEqual(before)
})

test('a file appears when it is complete, and only for known kinds and versions', async () => {
  await expect(exportFile(store.db, 'orders', at('x'), { name: '' })).rejects.toThrow(
    'Use: npx driveline export',
  )
  await expect(exportFile(store.db, 'aces', at('x'), { name: '' }, '9')).rejects.toThrow('Use:')
  expect((await readdir(folder)).toSorted()).toEqual(['aces.xml', 'parts.csv', 'pies.xml'])
})

test.each(['pies', 'aces'])('a file of %s has the name of the store, and its day', async (kind) => {
  const file = at('named.xml')
  // It is never the same day in both.
  for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    const before = dayOf(new Date(), timeZone)
    await exportFile(store.db, kind, file, { name: 'Parts & Sons', timeZone })
    const text = await readFile(file, 'utf8')
    expect(text).toContain('Parts &amp; Sons')
    expect([before, dayOf(new Date(), timeZone)].some((day) => text.includes(`>${day}<`))).toBe(true)
  }
  await rm(file)
})

test('two concurrent exports into one file leave a complete one', async () => {
  const file = path.join(folder, 'together.csv')
  const one = () => exportFile(store.db, 'products', file, { name: 'Store' })
  await one()
  const whole = await readFile(file, 'utf8')
  await Promise.all([one(), one(), one()])
  expect(await readFile(file, 'utf8')).toBe(whole)
  expect((await readdir(folder)).filter((name) => name.includes('.part'))).toEqual([])
})
