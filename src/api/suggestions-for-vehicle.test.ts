import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Suggestion } from '#domain/search/suggestion.ts'
import { stockProduct } from '../../tests/support/orders.ts'
import { expectProblem } from '../../tests/support/problem.ts'
import { openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { caller } from '../../tests/support/users.ts'

let store: TestStore

const CIVIC = { make: 'Honda', year: '2009', model: 'Civic' }
const ACCORD = { make: 'Honda', year: '2009', model: 'Accord' }

type Line = { model: string; engine?: [liters: string, cylinders: number]; option?: string }

/** Adds a part; each is newer than those before. */
async function add(name: string, partNumber: string, lines: readonly Line[], values: object = {}) {
  const id = await stockProduct(store)
  await store.db
    .updateTable('products')
    .set({ name, part_number: partNumber, brand: 'Gripstone', category: 'Brakes', ...values })
    .where('id', '=', id)
    .execute()
  if (lines.length > 0)
    await store.db
      .insertInto('fitments')
      .values(
        lines.map(({ model, engine, option = null }) => ({
          product_id: id,
          make: 'Honda',
          model,
          year_from: 2006,
          year_to: 2011,
          displacement_l: engine?.[0] ?? null,
          cylinders: engine?.[1] ?? null,
          option,
        })),
      )
      .execute()
  return id
}

const civic = { model: 'Civic' }
const accord = { model: 'Accord' }

beforeAll(async () => {
  store = await openTestStore()
  const car = { make: 'Honda', year: 2009, fuel: 'Regular', drive: 'FWD', cylinders: 4 }
  await store.db
    .insertInto('vehicles')
    .values([
      ...['1.8', '2.0'].map((displacement_l) => ({ ...car, model: 'Civic', displacement_l })),
      { ...car, model: 'Accord', displacement_l: '2.4' },
    ])
    .execute()
  // The oldest, so that those of any car are others.
  await add('Brake Pads, Civic', 'GX7-1', [civic])
  await add('Brake Pads, Civic 1.8', 'GX7-2', [{ ...civic, engine: ['1.8', 4] }])
  await add('Brake Pads, Civic ABS', 'GX7-3', [{ ...civic, option: 'with ABS' }])
  await add('Brake Pads, both', 'GX7-4', [civic, accord])
  await add('Brake Pads, gone', 'GX7-5', [civic], { deleted_at: new Date() })
  await add('Brake Pads, hidden', 'GX7-6', [civic], { hidden: true })
  await add('Brake Pads, any', 'GX7-7', [])
  for (let at = 10; at < 21; at += 1) await add(`Brake Pads, Accord ${at}`, `GX7-${at}`, [accord])
  await add('Oil Filter', 'OF-1', [civic])
  await sql`update products set created_at = timestamptz '2026-01-01' + (substring(part_number, '\\d+$')::int) * interval '1 day'`.execute(
    store.db,
  )
  store.shop.publishChange('vehicles')
  store.shop.publishChange('products')
})
afterAll(() => store.close())

const request = (query: Record<string, string>) =>
  caller(store)('GET', `/catalogue/suggestions?${new URLSearchParams(query)}`)
const suggest = async (query: Record<string, string>): Promise<Suggestion[]> =>
  (await request(query)).body.suggestions
/** "GX7-1 fits", "words Brake Pads". */
const summary = async (query: Record<string, string>) =>
  (await suggest(query)).map(({ kind, number, text, fit }) =>
    kind === 'part' ? [number, fit?.verdict].join(' ').trim() : `${kind} ${text}`,
  )

test('parts that fit the vehicle come first, those that fit for certain before others, and none comes twice', async () => {
  expect(await summary({ q: 'brake pads', ...CIVIC })).toEqual([
    'GX7-4 fits',
    'GX7-1 fits',
    'GX7-3 fits_if',
    'GX7-2 fits_if',
    'words Brake Pads',
    'GX7-20 does_not_fit',
    'GX7-19 does_not_fit',
    'GX7-18 does_not_fit',
    'GX7-17 does_not_fit',
  ])
  const ofAccord = await summary({ q: 'brake pads', ...ACCORD })
  expect(ofAccord.slice(0, 4)).toEqual(['GX7-20 fits', 'GX7-19 fits', 'GX7-18 fits', 'GX7-17 fits'])
  expect(new Set(ofAccord).size).toBe(ofAccord.length)
})

test('a vehicle with an engine has the parts of this engine', async () => {
  const fitting = async (engine: string) =>
    (await summary({ q: 'brake pads', ...CIVIC, engine })).filter((text) => / fits/.test(text))
  expect(await fitting('1.8-4')).toEqual(['GX7-4 fits', 'GX7-2 fits', 'GX7-1 fits', 'GX7-3 fits_if'])
  expect(await fitting('2.0-4')).toEqual(['GX7-4 fits', 'GX7-1 fits', 'GX7-3 fits_if'])
})

test('a verdict has its reason, and what is missing for a certain one', async () => {
  const [of18] = (await suggest({ q: 'GX7-2', ...CIVIC })).filter(({ number }) => number === 'GX7-2')
  expect(of18).toEqual({
    kind: 'part',
    text: 'Brake Pads, Civic 1.8',
    number: 'GX7-2',
    path: expect.stringMatching(/^\/parts\//),
    picture: expect.stringMatching(/^http/),
    price: expect.any(Number),
    fit: { verdict: 'fits_if', reason: expect.stringContaining('1.8 L'), missing: ['engine'] },
  })
})

test('of the newest 16 parts with a number that begins like this, those that fit come first', async () => {
  const found = await summary({ q: 'gx7', ...CIVIC })
  expect(found.slice(0, 4)).toEqual(['GX7-4 fits', 'GX7-1 fits', 'GX7-3 fits_if', 'GX7-2 fits_if'])
  expect(found[4]).toBe('GX7-20 does_not_fit')
  // A whole number is suggested, whether it fits or not.
  expect((await summary({ q: 'GX7-20', ...CIVIC }))[0]).toBe('GX7-20 does_not_fit')
  expect((await summary({ q: 'GX7-7', ...CIVIC }))[0]).toBe('GX7-7 unknown')
})

test('without a vehicle, and without a part of its model, suggestions are the same for everyone', async () => {
  const parts = ['GX7-20', 'GX7-19', 'GX7-18', 'GX7-17']
  const everyone = ['words Brake Pads', ...parts]
  expect(await summary({ q: 'brake pads' })).toEqual(everyone)
  expect(await summary({ q: 'brake pads', make: 'Honda', year: '2009' })).toEqual(everyone)
  expect(await summary({ q: 'brake pads', make: 'Yugo', model: 'GV', year: '1987' })).toEqual([
    'words Brake Pads',
    ...parts.map((part) => `${part} unknown`),
  ])
})

test('the vehicle is accepted in any spelling', async () => {
  const spelled = { make: 'HONDA', model: 'ci-vic', year: '2009' }
  expect(await suggest({ q: 'brake pads', ...spelled })).toEqual(await suggest({ q: 'brake pads', ...CIVIC }))
})

test('stored responses are those of their own vehicle', async () => {
  const queries = [{}, CIVIC, ACCORD, { ...CIVIC, engine: '2.0-4' }]
  const all = async () => Promise.all(queries.map((vehicle) => suggest({ q: 'brake pads', ...vehicle })))
  const first = await all()
  expect(new Set(first.map((one) => JSON.stringify(one))).size).toBe(queries.length)
  const statements = store.statements()
  expect(await all()).toEqual(first)
  expect(store.statements()).toBe(statements)
  const { headers } = await request({ q: 'brake', ...CIVIC })
  // No cache between the store and the browser answers without asking the store.
  expect(headers.get('Cache-Control')).toBe('no-cache')
})

test.each([
  { year: '1885' },
  { year: 'soon' },
  { make: 'x'.repeat(61) },
  { model: 'x'.repeat(101) },
  { engine: 'x'.repeat(21) },
])('refuses %j', async (vehicle) => {
  const response = await request({ q: 'brake', ...CIVIC, ...vehicle })
  expectProblem(response, 422, 'invalid_input')
  expect(response.body.errors[0].field).toBe(Object.keys(vehicle)[0])
})
