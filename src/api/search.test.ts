// Long because the three calls of the search read one set of parts, which it describes once.

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { searchForVehicle } from '#domain/search/search-catalogue.server.ts'
import { SORTS } from '#domain/search/sorts.ts'
import { stockProduct } from '../../tests/support/orders.ts'
import { expectProblem } from '../../tests/support/problem.ts'
import { openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { caller } from '../../tests/support/users.ts'

let store: TestStore
const ids: string[] = []

/** Forty brake pads at three prices, some added in the same moment, and one alternator for a 2009 Civic. */
beforeAll(async () => {
  store = await openTestStore()
  const car = { make: 'Honda', model: 'Civic', year: 2009, fuel: 'Regular', drive: 'FWD', cylinders: 4 }
  await store.db
    .insertInto('vehicles')
    .values([
      ...['1.8', '2.0'].map((displacement_l) => ({ ...car, displacement_l })),
      // Named like a brand of parts.
      { ...car, model: 'Bosch', displacement_l: '1.8' },
      { ...car, model: 'Brembo', displacement_l: '1.8' },
    ])
    .execute()
  for (let at = 0; at < 40; at++) {
    const id = await stockProduct(store)
    ids.push(id)
    const values = {
      name: `Brake Pads ${'abcde'[at % 5]}`,
      brand: at % 2 ? 'Ate' : 'Brembo',
      category: 'Brakes',
    }
    await store.db
      .updateTable('products')
      .set({
        ...values,
        price_cents: [1999, 2500, 80_000][at % 3],
        part_number: `BP-${100 + at}`,
        created_at: sql`timestamptz '2026-01-01 00:00:00.123456+00' + ${at % 4} * interval '1 second'`,
      })
      .where('id', '=', id)
      .execute()
  }
  const alternator = await stockProduct(store)
  await store.db
    .updateTable('products')
    .set({ name: 'Alternator, 120 A', brand: 'Bosch', category: 'Electrical', part_number: '0 986 049 500' })
    .where('id', '=', alternator)
    .execute()
  const civic = { product_id: alternator, make: 'Honda', model: 'Civic', year_from: 2006, year_to: 2011 }
  await store.db
    .insertInto('fitments')
    .values([
      { ...civic, displacement_l: '1.8', cylinders: 4 },
      { ...civic, model: 'Bosch' },
    ])
    .execute()
  await store.db
    .insertInto('part_numbers')
    .values({ product_id: alternator, kind: 'OE', number: '31100-RNA-A01' })
    .execute()
})
afterAll(() => store.close())

const call = (path: string, query: Record<string, string>) =>
  caller(store)('GET', `/catalogue/${path}?${new URLSearchParams(query)}`)
const search = async (query: Record<string, string>) => (await call('search', query)).body

describe('the search', () => {
  test.each(SORTS.flatMap((sort) => ['pads', ''].map((q) => ({ sort, q }))))(
    'by $sort for "$q" has every part once on its pages, also where they are sorted alike',
    async ({ sort, q }) => {
      const query = { q, sort, category: 'Brakes', limit: '7' }
      const pages = [await search(query)]
      while (typeof pages.at(-1).next === 'string')
        pages.push(await search({ ...query, after: pages.at(-1).next }))
      expect(pages.map(({ items }) => items.length)).toEqual([7, 7, 7, 7, 7, 5])
      const items: { _id: string; price: number; name: string }[] = pages.flatMap((page) => page.items)
      expect(new Set(items.map(({ _id }) => _id))).toEqual(new Set(ids))
      const whole = (await search({ ...query, limit: '100' })).items
      expect(items).toEqual(whole)
      const prices = items.map(({ price }) => price)
      if (sort === 'price') expect(prices).toEqual(prices.toSorted((a, b) => a - b))
      if (sort === '-price') expect(prices).toEqual(prices.toSorted((a, b) => b - a))
      for (const page of pages) expect(page).toMatchObject({ total: 40, totalIsExact: true })
    },
  )
  test('continues after a part that is no longer on sale', async () => {
    const query = { q: 'pads', sort: 'price', limit: '10' }
    const first = await search(query)
    const last = first.items.at(-1)._id
    const { items } = await search({ ...query, after: first.next })
    const onSale = (deleted_at: Date | null) =>
      store.db.updateTable('products').set({ deleted_at }).where('id', '=', last).execute()
    await onSale(new Date())
    expect((await search({ ...query, after: first.next })).items).toEqual(items)
    await onSale(null)
  })
  test.each([
    ['name', 'a'],
    ['price', 1],
    ['newest', '2100-01-01T00:00:00Z'],
  ])('continues in the order of a cursor by %s, even without this sort', async (order, value) => {
    const after = JSON.stringify([order, value, '00000000-0000-0000-0000-000000000000'])
    const { items } = await search({ make: 'Honda', year: '2009', model: 'Civic', after })
    expect(items).toMatchObject([{ partNumber: '0 986 049 500' }])
  })
  test('returns what a part is, without its description', async () => {
    const [item, ...others] = (await search({ q: 'alternater' })).items
    expect(others).toEqual([])
    expect(item).toMatchObject({
      name: 'Alternator, 120 A',
      brand: 'Bosch',
      category: 'Electrical',
      partNumber: '0 986 049 500',
      matched: { kind: 'words' },
    })
    expect(item.picture).toMatch(/^http/)
    expect(item).not.toHaveProperty('about')
  })
  test('filters and counts by where parts go', async () => {
    const [front, rear] = ids
    const line = { make: 'Honda', model: 'Civic', variant: null, year_from: 2006, year_to: 2011 }
    const any = { ...line, displacement_l: null, cylinders: null }
    const lines = [
      { ...any, product_id: front ?? '', position: 'front left' as const },
      { ...any, product_id: rear ?? '', position: 'rear' as const },
    ]
    await store.db.insertInto('fitments').values(lines).execute()
    const found = await search({ q: 'brake pads', position: 'front' })
    expect(found.items).toMatchObject([{ _id: front }])
    expect(found.facets.positions).toEqual([
      { name: 'front', count: 1 },
      { name: 'rear', count: 1 },
      { name: 'left', count: 1 },
      { name: 'front left', count: 1 },
    ])
    expectProblem(await caller(store)('GET', '/catalogue/search?position=top'), 422, 'invalid_input')
    await store.db
      .deleteFrom('fitments')
      .where('product_id', 'in', [front ?? '', rear ?? ''])
      .execute()
    expect((await search({ q: 'brake pads' })).facets.positions).toEqual([])
  })
  test('returns the number that matched', async () => {
    const matched = async (q: string) => (await search({ q })).items[0].matched
    expect(await matched('0986049500')).toEqual({ kind: 'own', number: '0 986 049 500' })
    expect(await matched('31100rnaa01')).toEqual({ kind: 'OE', number: '31100-RNA-A01' })
    expect(await matched('31100-rna')).toEqual({ kind: 'OE', number: '31100-RNA-A01' })
  })
  test('counts the choices of each filter', async () => {
    const { facets, corrected } = await search({ q: 'brake padz', brand: 'Ate', price: '25-50' })
    expect(corrected).toBe('brake pads')
    expect(facets).toEqual({
      categories: [{ name: 'Brakes', count: 7 }],
      brands: [
        { name: 'Ate', count: 7 },
        { name: 'Brembo', count: 6 },
      ],
      prices: [
        { name: '0-25', count: 7 },
        { name: '25-50', count: 7 },
        { name: '500-', count: 6 },
      ],
      stock: [{ name: 'in', count: 7 }],
      positions: [],
    })
  })
  test.each<[string, Record<string, string>, number, string | undefined]>([
    ['2009 honda civic alternator', {}, 1, 'fits_if'],
    ['2009 Honda Civic 1.8 alternator', {}, 1, 'fits'],
    ["alternator '09 civic", {}, 1, 'fits_if'],
    ['2009 honda civic', {}, 1, 'fits_if'],
    ['honda civic alternator', {}, 1, 'fits_if'],
    ['alternator civic', {}, 1, 'fits_if'],
    // A word of the parts is not read as a model unless its make is next to it.
    ['alternator bosch', {}, 1, undefined],
    ['honda bosch alternator', {}, 1, 'fits_if'],
    ['09 civic alternator', {}, 1, 'fits_if'],
    // The vehicle of the words replaces one that was chosen before; the chosen engine stays if the vehicle is
    // the same.
    ['2009 civic alternator', { make: 'Honda', year: '2009', model: 'Civic', engine: '1.8-4' }, 1, 'fits'],
    ['civic alternator', { make: 'Honda', year: '2009', model: 'Bosch' }, 1, 'fits_if'],
    // With several years, none is searched for, and a year that was chosen before stays only if it is among
    // them.
    ['2005-2010 honda civic', {}, 1, 'fits_if'],
    ['2005 - 2010 Honda Civic alternator', {}, 1, 'fits_if'],
    ['05-10 civic', { make: 'Honda', year: '2009', model: 'Civic', engine: '1.8-4' }, 1, 'fits'],
    ['09-10 civic', { make: 'Honda', year: '2004', model: 'Civic' }, 1, 'fits_if'],
    // A make alone: parts that are listed for any of its models.
    ['honda alternator', {}, 1, undefined],
    ['honda brake pads', {}, 0, undefined],
    // "Brembo" is a model, but also a word of parts.
    ['civic brembo', {}, 0, undefined],
    // If nothing fits the vehicle or passes the filters, no part of another vehicle is found instead.
    ['2009 honda civic 2.0 alternator', {}, 0, undefined],
    ['2009 honda civic brembo', {}, 0, undefined],
    ['2009 honda civic alternator', { category: 'Brakes' }, 0, undefined],
  ])('finds the vehicle among the words: %s %o', async (q, filters, total, verdict) => {
    const response = await search({ q, ...filters })
    expect(response.total).toBe(total)
    expect(response.items[0]?.fit?.verdict).toBe(verdict)
  })

  test('reads words as a vehicle only where the chosen position leaves parts for it', async () => {
    const ofVehicle = await stockProduct(store)
    const mentions = await stockProduct(store)
    const named = (id: string, values: object) =>
      store.db
        .updateTable('products')
        .set({ name: 'Dash Tray', brand: '', category: '', ...values })
        .where('id', '=', id)
        .execute()
    await named(ofVehicle, {})
    await named(mentions, { about: 'As in the Civic.' })
    const years = { make: 'Honda', year_from: 2006, year_to: 2011 }
    await store.db
      .insertInto('fitments')
      .values([
        { ...years, product_id: ofVehicle, model: 'Civic', position: 'rear' as const },
        { ...years, product_id: mentions, model: 'Bosch', position: 'front' as const },
      ])
      .execute()
    const idsOf = async (query: Record<string, string>) =>
      (await search({ q: 'civic dash tray', ...query })).items.map(({ _id }: { _id: string }) => _id)
    expect(await idsOf({ position: 'rear' })).toEqual([ofVehicle])
    expect(await idsOf({ position: 'front' })).toEqual([mentions])
    await store.db
      .updateTable('products')
      .set({ deleted_at: new Date() })
      .where('id', 'in', [ofVehicle, mentions])
      .execute()
  })

  test('the name of a car stays a name although parts for it are named after it', async () => {
    const strut = await stockProduct(store)
    const ofStrut = (line: object) =>
      store.db.updateTable('fitments').set(line).where('product_id', '=', strut)
    const rename = (name: string) =>
      store.db
        .updateTable('products')
        .set({ name, brand: '', category: '' })
        .where('id', '=', strut)
        .execute()
    const line = { product_id: strut, make: 'Honda', model: 'Civic', year_from: 2006, year_to: 2011 }
    await store.db.insertInto('fitments').values(line).execute()
    const named = async (q: string) =>
      (await searchForVehicle(store.shop, { q, page: 1, namesVehicle: true })).vehicle.chosen
    await rename('Honda Civic Strut')
    expect(await named('civic alternator')).toEqual({ make: 'Honda', model: 'Civic' })
    expect(await named('honda alternator')).toEqual({ make: 'Honda' })
    // A word of parts for other cars counts as a word.
    await ofStrut({ model: 'Bosch' }).execute()
    expect(await named('civic alternator')).toEqual({})
    expect(await named('honda alternator')).toEqual({ make: 'Honda' })
    await store.db.deleteFrom('fitments').where('product_id', '=', strut).execute()
    expect(await named('honda alternator')).toEqual({})
    // No longer a word of any part.
    await rename('Strut')
    expect(await named('civic alternator')).toEqual({ make: 'Honda', model: 'Civic' })
    expect(await named('honda alternator')).toEqual({ make: 'Honda' })
  })

  test('reads a part number as such, and not as years', async () => {
    const id = await stockProduct(store)
    const change = async (values: object) => {
      await store.db.updateTable('products').set(values).where('id', '=', id).execute()
      store.shop.publishChange('products')
    }
    await change({ name: 'Dash Tray', brand: '', category: '', part_number: '2005-2010' })
    for (const q of ['2005-2010', '2005-2010 honda civic', '2005 - 2010 civic'])
      expect((await search({ q })).items).toMatchObject([{ partNumber: '2005-2010' }])
    await change({ deleted_at: new Date() })
    expect((await search({ q: '2005-2010 Honda Civic' })).items).toMatchObject([
      { name: 'Alternator, 120 A' },
    ])
  })

  test('accepts the names of a vehicle in any spelling', async () => {
    const civic = { make: 'HONDA', model: 'ci-vic', year: '2009', engine: '1.8-4' }
    expect((await search(civic)).items[0].fit.verdict).toBe('fits')
    expect((await search({ make: 'honda' })).total).toBe(1)
  })
  test('ignores words that no part has, and lists them', async () => {
    const nothing = await search({ q: '2009 honda civic alternatr ecoboost', brand: 'Ate' })
    expect(nothing).toMatchObject({ total: 0, corrected: 'alternator' })
    expect(await search({ q: '2009 honda civic braek' })).not.toHaveProperty('corrected')
    expect(await search({ q: 'ecoboost alternator' })).toMatchObject({ total: 1, corrected: 'alternator' })
    expect(await search({ q: '2009 civic vtec alternator' })).toMatchObject({
      total: 1,
      corrected: 'alternator',
    })
  })

  test('returns how a part fits the vehicle', async () => {
    const civic = { make: 'Honda', model: 'Civic', year: '2009' }
    expect(
      (await search({ make: 'Honda', model: 'Civic' })).items.map(({ fit }: { fit: object }) => fit),
    ).toEqual([
      {
        verdict: 'fits_if',
        reason: 'Fits in some years. Choose the year to be sure',
        missing: ['year'],
      },
    ])
    expect((await search(civic)).items[0].fit).toMatchObject({ verdict: 'fits_if', missing: ['engine'] })
    expect((await search({ ...civic, engine: '1.8-4' })).items[0].fit).toEqual({
      verdict: 'fits',
      reason: 'Listed for this vehicle',
    })
    expect((await search({ ...civic, engine: '2.0-4' })).items).toEqual([])
  })
  test.each([
    ['make', { make: 'Yugo' }],
    ['model', { make: 'Honda', year: '2009', model: 'Accord' }],
    ['year', { make: 'Honda', year: '1999', model: 'Civic' }],
    ['model', { model: 'Accord', make: 'Honda' }],
  ])('refuses an unknown vehicle and reports its %s', async (field, query) => {
    const { status, body } = await call('search', query)
    expect(status).toBe(422)
    expect(body).toMatchObject({ code: 'invalid_input', errors: [{ field }] })
  })
  test.each([
    { after: 'x' },
    { after: '["price",1]' },
    { after: '["price",1e99,"00000000-0000-0000-0000-000000000000"]' },
    { after: '["newest","soon","00000000-0000-0000-0000-000000000000"]' },
    { after: '["name","\\u0000","00000000-0000-0000-0000-000000000000"]' },
    { after: `["name","\\ud800","00000000-0000-0000-0000-000000000000"]` },
    ...[
      '0000-01-01T00:00:00Z',
      '2026-01-01T00:00:00+23:59',
      `2026-01-01T00:00:00.${'1'.repeat(200)}Z`,
      '2026-01-01T00:00Z',
      '2026-02-30T00:00:00Z',
      'infinity',
      1e300,
      null,
    ].flatMap((time) =>
      [[], [1, true, 1]].map((before) => ({
        after: JSON.stringify([
          before.length ? 'score' : 'newest',
          ...before,
          time,
          '00000000-0000-0000-0000-000000000000',
        ]),
      })),
    ),
    { after: '["score",1e999,true,1,"2026-01-01T00:00:00Z","00000000-0000-0000-0000-000000000000"]' },
    { after: '["-price",-2147483649,"00000000-0000-0000-0000-000000000000"]' },
    { after: '["price","1","00000000-0000-0000-0000-000000000000"]' },
    { limit: '0' },
    { limit: '101' },
    { sort: 'random' },
    { price: '1-2' },
    { stock: 'out' },
    { q: 'x'.repeat(101) },
  ])('refuses %j', async (query) => {
    const { status, body } = await call('search', query)
    expect(status).toBe(422)
    expect(body.errors[0].field).toBe(Object.keys(query)[0])
  })
})

describe('a list of part numbers', () => {
  const find = async (list: string) => (await call('number-list', { list })).body
  const summary = async (list: string) => {
    const { lines } = (await find(list)) as {
      lines: { number: string; quantity: number; parts: { name: string; matched: { kind: string } }[] }[]
    }
    return lines.map(({ number, quantity, parts }) => [
      number,
      quantity,
      parts.map(({ name, matched }) => `${name} (${matched.kind})`),
    ])
  }
  test('is looked up line by line, by every kind of number in any spelling', async () => {
    expect(await summary('bp 100 x4\r\n0986049500\n3 x 31100 RNA a01\nBP-999')).toEqual([
      ['bp 100', 4, ['Brake Pads a (own)']],
      ['0986049500', 1, ['Alternator, 120 A (own)']],
      ['31100 RNA a01', 3, ['Alternator, 120 A (OE)']],
      ['BP-999', 1, []],
    ])
  })
  test('reads a number at the end of a line as a quantity only if it is not part of the part number', async () => {
    expect(await summary('0 986 049 500\nBP-101 3\n3 BP-101\nＢＰ－１０１　（３）')).toEqual([
      ['0 986 049 500', 1, ['Alternator, 120 A (own)']],
      ['BP-101', 3, ['Brake Pads b (own)']],
      ['BP-101', 3, ['Brake Pads b (own)']],
      ['BP-101', 3, ['Brake Pads b (own)']],
    ])
  })
  test('finds the number and the quantity in a row of a spreadsheet, and a quantity that cannot be', async () => {
    const lines = [
      'BP-101\tBrake pads\t12\t7.50',
      '3\tBP-101\tpads',
      '1. BP-101 x 12',
      'Part #BP-101 qty: 2',
      'BP-101, 10, for bay 3',
      '2 sets BP-101',
      'BP-101 x 0',
    ]
    const found = (await summary(lines.join('\n'))).map(([, quantity, parts]) => [quantity, parts])
    expect(found).toEqual([12, 3, 12, 2, 10, 2, 0].map((quantity) => [quantity, ['Brake Pads b (own)']]))
  })
  test('finds whole numbers only, and parts on sale only', async () => {
    expect(await summary('BP-10')).toEqual([['BP-10', 1, []]])
    const deletedProduct = await stockProduct(store)
    await store.db
      .updateTable('products')
      .set({ part_number: 'GONE-1' })
      .where('id', '=', deletedProduct)
      .execute()
    expect((await summary('GONE-1'))[0]?.[2]).toHaveLength(1)
    await store.db
      .updateTable('products')
      .set({ deleted_at: new Date() })
      .where('id', '=', deletedProduct)
      .execute()
    expect((await summary('GONE-1'))[0]?.[2]).toEqual([])
  })
  test('lists each of several parts with one number', async () => {
    const [first = '', second = ''] = ids
    for (const product_id of [first, second])
      await store.db
        .insertInto('part_numbers')
        .values([
          { product_id, kind: 'OE', number: 'TWO-1' },
          { product_id, kind: 'competitor', number: 'two1' },
        ])
        .execute()
    expect((await summary('two 1'))[0]?.[2]).toHaveLength(2)
  })
  test('is read up to its hundredth line; more than 4,000 characters are refused', async () => {
    const lines = Array.from({ length: 101 }, (_, at) => `BP-${at}`)
    const cut = await find(lines.join('\n'))
    expect([cut.lines.length, cut.isCut]).toEqual([100, true])
    expect((await find('--\n!!\n')).lines).toHaveLength(2)
    expect(await find(' \n')).toEqual({ lines: [], isCut: false })
    const { status, body } = await call('number-list', { list: 'x'.repeat(4_001) })
    expect([status, body.errors[0].field]).toEqual([422, 'list'])
  })
})

describe('suggestions', () => {
  const suggest = async (q: string) =>
    (await call('suggestions', { q })).body.suggestions.map(
      ({ kind, text }: { kind: string; text: string }) => `${kind}: ${text}`,
    )
  test('are names of parts, categories and brands that begin like this', async () => {
    expect(await suggest('alt')).toEqual(['words: Alternator', 'part: Alternator, 120 A'])
    expect(await suggest('brak')).toContain('category: Brakes')
    expect(await suggest('brem')).toContain('brand: Brembo')
    expect(await suggest('brake p')).toContain('words: Brake Pads a')
  })
  test('correct a misspelled word before the one that is being typed', async () => {
    expect(await suggest('braek pad')).toContain('words: Brake Pads a')
  })
  test('are parts by any of their numbers, in any spelling', async () => {
    expect((await call('suggestions', { q: '31100rna' })).body.suggestions[0]).toEqual({
      kind: 'part',
      text: 'Alternator, 120 A',
      number: '31100-RNA-A01',
      path: '/parts/alternator-120-a-0986049500',
      picture: expect.stringMatching(/^http/),
      price: expect.any(Number),
    })
    expect(await suggest('bp10')).toHaveLength(4)
  })
  test('need two letters, and may be none', async () => {
    expect(await suggest('')).toEqual([])
    expect(await suggest('a')).toEqual([])
    expect(await suggest('zzyzx')).toEqual([])
    expect(await suggest("');--' :* | !")).toEqual([])
  })
})
