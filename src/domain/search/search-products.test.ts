// Long because all searches use one set of parts, described once.

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importSynonyms } from '#server/seed/synonyms/import-synonyms.ts'
import { stockProduct } from '../../../tests/support/orders.ts'
import { openTestStore, type TestStore } from '../../../tests/support/test-store.ts'
import { type Position, POSITIONS } from '../vehicles/position.ts'
import { PRICE_BANDS } from './facets.ts'
import { normalizePartNumber, possiblePartNumbers } from './part-number.ts'
import { expandSynonyms } from './query-words.ts'
import { searchProducts } from './search-products.server.ts'

let store: TestStore

const products = {
  pads: {
    name: 'Ceramic Brake Pads, Front Axle',
    brand: 'Brembo',
    category: 'Brakes',
    partNumber: 'P 83-024N',
  },
  rearPads: { name: 'Brake Pads, Rear Axle', brand: 'ATE', category: 'Brakes', partNumber: '13.0460-7184.2' },
  rotor: { name: 'Brake Rotor, Vented', brand: 'Brembo', category: 'Brakes', partNumber: '09.A821.11' },
  strut: { name: 'Front Strut Assembly', brand: 'Monroe', category: 'Suspension', partNumber: '172263' },
  plug: { name: 'Iridium Spark Plug', brand: 'NGK', category: 'Ignition', partNumber: 'ILZKR7B-11S' },
  alternator: {
    name: 'Alternator 120 A',
    brand: 'Bosch',
    category: 'Electrical',
    partNumber: '0 986 049 500',
  },
  kit: {
    name: 'Timing Set',
    brand: 'Gates',
    category: 'Engine',
    partNumber: 'K015606XS',
    about: 'Belt, tensioner and alternator bolt.',
  },
  umlaut: { name: 'Felge', brand: 'Michelin', category: 'Wheels', partNumber: 'Ö1-7755' },
  cyrillic: { name: 'Диск', brand: 'Michelin', category: 'Wheels', partNumber: 'АБ-55' },
  accent: { name: 'Pneu d’Été Léger', brand: 'Michelin', category: 'Wheels', partNumber: '' },
} as const
type Key = keyof typeof products
const keys = new Map<string, Key>()

beforeAll(async () => {
  store = await openTestStore()
  await importSynonyms(store.db)
  for (const [key, { partNumber, ...values }] of Object.entries(products)) {
    const id = await stockProduct(store)
    const about = 'about' in values ? values.about : 'A part.'
    await store.db
      .updateTable('products')
      .set({
        name: values.name,
        brand: values.brand,
        category: values.category,
        about,
        part_number: partNumber,
      })
      .where('id', '=', id)
      .execute()
    keys.set(id, key as Key)
  }
})
afterAll(() => store.close())

const search = async (q: string, query: object = {}) => {
  const page = await searchProducts(store.shop, { q, page: 1, ...query })
  return { ...page, found: page.products.map(({ _id }) => keys.get(_id)) }
}
const idOf = (wanted: Key) => [...keys].find(([, key]) => key === wanted)?.[0] ?? ''
const found = async (q: string, query?: object) => (await search(q, query)).found

describe('words', () => {
  test('find names in singular or plural, any order and case', async () => {
    expect(await found('STRUTS')).toEqual(['strut'])
    expect(await found('spark plugs')).toEqual(['plug'])
    expect(new Set(await found('pads brake'))).toEqual(new Set(['pads', 'rearPads']))
    expect(await found('rear brake pad')).toEqual(['rearPads'])
  })
  test('find brands and categories, with or without accents', async () => {
    expect(new Set(await found('brembo'))).toEqual(new Set(['pads', 'rotor']))
    expect(await found('suspension')).toEqual(['strut'])
    expect(await found('pneu ete leger')).toEqual(['accent'])
    expect(await found('Pneu d’été')).toEqual(['accent'])
  })
  test('rank a name above a description', async () => {
    expect(await found('alternator')).toEqual(['alternator', 'kit'])
  })
  test('are completed while being typed', async () => {
    expect(await found('alterna')).toEqual(['alternator', 'kit'])
    expect(await found('irid')).toEqual(['plug'])
  })
  test('are corrected, and the correction is reported', async () => {
    const { corrected, found: products } = await search('alternater')
    expect(corrected).toBe('alternator')
    expect(products).toEqual(['alternator', 'kit'])
    expect((await search('brake padz')).corrected).toBe('brake pad')
    expect((await search('monore')).found).toEqual(['strut'])
    expect((await search('alternator')).corrected).toBeUndefined()
  })
  test('on no part find nothing, and do not hide the results of the others', async () => {
    expect((await search('zzyzx')).total).toBe(0)
    const others = await search('brake zzyzx')
    expect(others.total).toBe((await search('brake')).total)
    expect(others.corrected).toBe('brake')
    expect(await search('brake zzyzx', { isExact: true })).toMatchObject({ total: 0 })
  })
  test.each(['ZZ-BRK-9999', 'front 4711', 'front zzyzx', 'with 2.0', 'brake and 4711-X'])(
    'that describe the part are never dropped: %s',
    async (q) => {
      const { total, corrected } = await search(q)
      if (q.startsWith('brake')) expect(corrected).toBe('brake')
      else expect(total).toBe(0)
    },
  )
  test('of punctuation only are not a search', async () => {
    expect((await search('--- !!')).total).toBe(keys.size)
  })
})

describe('synonyms', () => {
  test.each([
    ['brake disc', 'rotor'],
    ['brembo discs', 'rotor'],
    ['generator', 'alternator'],
    ['macpherson strut', 'strut'],
    ['sparkplugs', 'plug'],
    ['macphersen struts', 'strut'],
  ])('%s finds the %s', async (q, key) => {
    expect((await found(q))[0]).toBe(key)
  })
  test('replace the longest phrase, plural or singular', () => {
    const groups = [
      [['rotor'], ['disc'], ['brake', 'disc']],
      [['disc'], ['disk']],
    ]
    expect(expandSynonyms([['front'], ['brake'], ['discs']], groups)).toEqual([
      [['front']],
      [['brake', 'discs'], ['rotor'], ['disc']],
    ])
    expect(expandSynonyms([['disc']], groups)).toEqual([[['disc'], ['rotor'], ['brake', 'disc'], ['disk']]])
    expect(expandSynonyms([['glass', 'glassy']], [[['glas'], ['pane']]])).toEqual([[['glass'], ['glassy']]])
  })
  test('added by an admin are used immediately', async () => {
    expect(await found('squeaker')).toEqual([])
    await store.db
      .insertInto('search_synonyms')
      .values({ phrases: ['squeaker', 'brake pad'] })
      .execute()
    expect(await found('squeakers')).toHaveLength(2)
  })
})

describe('part numbers', () => {
  test.each([
    ['P83024N', 'pads'],
    ['p 83 024 n', 'pads'],
    ['P-83-O24N', 'pads'],
    ['P83', 'pads'],
    ['83024', 'pads'],
    ['13046071842', 'rearPads'],
    ['0986049500', 'alternator'],
    ['bosch 0 986 049 500', 'alternator'],
    ['09A82111', 'rotor'],
    ['ilzkr7b11s', 'plug'],
    ['ö1 7755', 'umlaut'],
    ['o17755', 'umlaut'],
    ['аб55', 'cyrillic'],
  ])('%s finds %s first', async (q, key) => {
    expect((await found(q))[0]).toBe(key)
  })
  test('are normalized alike in SQL and in TypeScript', async () => {
    const numbers = [
      'p-83.024 n',
      'Oo0',
      'ß12',
      '…',
      'A/B_c 1',
      '０１２',
      'é9',
      'Ö100',
      'аб-12',
      'Й1-й',
      '品番 7',
      'が2',
      '각—3',
      'Ǖx №4',
      'ø5',
      'ΒΡ6',
      '²½®',
    ]
    const { rows } = await sql<{ normal: string }>`
      select normal_part_number(number) as normal from unnest(${numbers}::text[]) with ordinality n (number, at) order by at`.execute(
      store.db,
    )
    expect(rows.map(({ normal }) => normal)).toEqual(numbers.map(normalizePartNumber))
  })
  test('are searched in runs of words with a digit', () => {
    expect(possiblePartNumbers(['brake', 'pad'])).toEqual([])
    expect(possiblePartNumbers(['ate', '13', '0460'])).toEqual(['ATE130460', '130460', 'ATE13', '0460'])
  })
})

describe('filters', () => {
  test('narrow a search, and each facet counts within the others', async () => {
    const page = await search('brake', { brand: 'Brembo' })
    expect(new Set(page.found)).toEqual(new Set(['pads', 'rotor']))
    expect(page.facets.brands).toEqual([
      { name: 'ATE', count: 1 },
      { name: 'Brembo', count: 2 },
    ])
    expect(page.facets.categories).toEqual([{ name: 'Brakes', count: 2 }])
  })
  test('narrow by price and stock, with words and without', async () => {
    const price = async (key: Key, cents: number) => {
      const id = [...keys].find(([, name]) => name === key)?.[0] ?? ''
      await store.db.updateTable('products').set({ price_cents: cents }).where('id', '=', id).execute()
    }
    await Promise.all([price('pads', 2500), price('rotor', 4999), price('rearPads', 5000)])
    for (const q of ['brake', '']) {
      const page = await search(q, { price: '25-50', category: 'Brakes' })
      expect(new Set(page.found)).toEqual(new Set(['pads', 'rotor']))
      expect(page.total).toBe(2)
      expect(page.facets.prices).toEqual([
        { name: '25-50', count: 2 },
        { name: '50-100', count: 1 },
      ])
      expect(page.facets.stock).toEqual([{ name: 'in', count: 2 }])
    }
    const id = [...keys].find(([, key]) => key === 'rotor')?.[0] ?? ''
    await store.db.updateTable('products').set({ available: 0 }).where('id', '=', id).execute()
    for (const q of ['brake', ''])
      expect((await search(q, { stock: 'in', price: '25-50', category: 'Brakes' })).found).toEqual(['pads'])
    await store.db.updateTable('products').set({ available: 100 }).where('id', '=', id).execute()
  })
  test('narrow by the position in the fitments, with counts within the other filters', async () => {
    const pads = idOf('pads')
    const rear = idOf('rearPads')
    const fitment = (id: string, position: Position | null) =>
      store.db
        .insertInto('fitments')
        .values({
          product_id: id,
          make: 'Honda',
          model: 'Civic',
          variant: null,
          year_from: 2006,
          year_to: 2011,
          displacement_l: null,
          cylinders: null,
          position,
        })
        .execute()
    await fitment(pads, 'front left')
    await fitment(pads, 'front right')
    await fitment(pads, null)
    await fitment(rear, 'rear')
    for (const q of ['brake', '']) {
      const { facets } = await search(q, { category: 'Brakes' })
      expect(facets.positions).toEqual([
        { name: 'front', count: 1 },
        { name: 'rear', count: 1 },
        { name: 'left', count: 1 },
        { name: 'right', count: 1 },
        { name: 'front left', count: 1 },
        { name: 'front right', count: 1 },
      ])
      const front = await search(q, { position: 'front', category: 'Brakes' })
      expect([front.found, front.total]).toEqual([['pads'], 1])
      expect(front.facets.brands.map(({ count }) => count)).toEqual([1])
      expect(front.facets.positions).toEqual(facets.positions)
      expect((await search(q, { position: 'rear left', category: 'Brakes' })).found).toEqual([])
    }
    await store.db.deleteFrom('fitments').where('product_id', '=', pads).execute()
    expect((await search('brake', { position: 'front' })).found).toEqual([])
    expect((await search('brake')).facets.positions).toEqual([{ name: 'rear', count: 1 }])
  })
  test('include a typed position, whatever the names of the parts', async () => {
    const id = idOf('kit')
    expect(await found('front timing set', { isExact: true })).toEqual([])
    const line = { make: 'Honda', model: 'Civic', variant: null, year_from: 2006, year_to: 2011 }
    await store.db
      .insertInto('fitments')
      .values({ ...line, product_id: id, displacement_l: null, cylinders: null, position: 'front left' })
      .execute()
    const finds = async (q: string) => (await search(q, { isExact: true })).found
    for (const q of ['front timing set', 'driver side timing set', 'lh timing set', 'timing set front left'])
      expect(await finds(q), q).toEqual(['kit'])
    expect(await finds('rear timing set')).toEqual([])
    // Also after a change of the part, and after the whole index is rebuilt.
    await store.db.updateTable('products').set({ about: 'Another text.' }).where('id', '=', id).execute()
    expect(await finds('front timing set')).toEqual(['kit'])
    await sql`select rebuild_product_search()`.execute(store.db)
    expect(await finds('front timing set')).toEqual(['kit'])
    await store.db.updateTable('fitments').set({ position: 'rear' }).where('product_id', '=', id).execute()
    expect(await finds('front timing set')).toEqual([])
    expect(await finds('rear timing set')).toEqual(['kit'])
    await store.db.deleteFrom('fitments').where('product_id', '=', id).execute()
  })
  test('have the same positions in the database as in TypeScript', async () => {
    const { rows } = await sql<{ text: string }>`
      select pg_get_constraintdef(oid) as text from pg_constraint where conname = 'fitments_position_is_known'`.execute(
      store.db,
    )
    const known = [...(rows[0]?.text ?? '').matchAll(/'([a-z ]+)'/g)].map(([, position]) => position)
    expect(known).toEqual(POSITIONS)
  })
  test('have the same price bands in SQL and in TypeScript', async () => {
    const edges = PRICE_BANDS.flatMap(({ from, to }) => [from * 100, ...(to === null ? [] : [to * 100 - 1])])
    const { rows } = await sql<{ band: number }>`
      select price_band(cents) as band from unnest(${edges}::integer[]) with ordinality edges (cents, at) order by at`.execute(
      store.db,
    )
    expect(rows.map(({ band }) => band)).toEqual([0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5])
  })
  test('sort; without words, newest first by default', async () => {
    const newest = await found('', { sort: 'newest' })
    expect(await found('', { sort: 'best' })).toEqual(newest)
    expect(await found('-')).toEqual(newest)
    expect(await found('brake', { sort: 'name' })).toEqual(['rearPads', 'rotor', 'pads'])
  })
})

describe('searches see a change of a part immediately:', () => {
  test('its name, stock and end of sale', async () => {
    const id = [...keys].find(([, key]) => key === 'kit')?.[0] ?? ''
    await store.db.updateTable('products').set({ name: 'Camshaft Kit' }).where('id', '=', id).execute()
    expect(await found('camshaft')).toEqual(['kit'])
    expect(await found('timing')).toEqual([])
    await store.db.updateTable('products').set({ deleted_at: new Date() }).where('id', '=', id).execute()
    expect(await found('camshaft')).toEqual([])
    expect((await search('')).total).toBe(keys.size - 1)
    await store.db.updateTable('products').set({ deleted_at: null }).where('id', '=', id).execute()
    expect((await search('')).total).toBe(keys.size)
  })
})

test('hostile text is never search syntax', async () => {
  for (const q of [
    "'",
    "a' | 'b",
    ':*',
    '!brake',
    '(',
    '\\',
    '<->',
    '%',
    '_',
    'brake & !pads',
    "');--",
    '’',
    '\u200b',
    '𝟙𝟚𝟛',
    '½',
    'İ',
  ])
    await expect(search(q)).resolves.toHaveProperty('total')
})

test('a search without results offers the words of the part, not those said at a counter', async () => {
  for (const name of ['Radar Bracket', 'Dish Soap']) await stockProduct(store, { name })
  for (const q of ['i need a radar dish', 'do you have the radar with a dish for my car', 'radar dish']) {
    const { total, offers } = await search(q, { hasOffers: true })
    expect([total, offers?.words], q).toEqual([
      0,
      [
        { word: 'radar', total: 1 },
        { word: 'dish', total: 1 },
      ],
    ])
  }
})
