import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectProblem } from '../../tests/support/problem.ts'
import { openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { caller } from '../../tests/support/users.ts'

let store: TestStore

beforeAll(async () => {
  store = await openTestStore()
  const vehicle = (make: string, model: string, year: number, displacement_l: string, cylinders: number) => ({
    make,
    model,
    year,
    displacement_l,
    cylinders,
    fuel: 'Regular',
    drive: 'Front-Wheel Drive',
  })
  await store.db
    .insertInto('vehicles')
    .values([
      vehicle('Honda', 'Civic', 2012, '1.8', 4),
      vehicle('Honda', 'Civic', 2012, '2.4', 4),
      vehicle('Honda', 'Accord', 2003, '3.0', 6),
      vehicle('Honda', 'Accord', 2003, '2.4', 4),
      vehicle('Volkswagen', 'Golf', 2012, '2.5', 5),
      vehicle('Chevrolet', 'Cruze', 2012, '1.4', 4),
      vehicle('Ford', 'F-150', 2013, '3.5', 6),
      vehicle('Ford', 'F-150', 2013, '5.0', 8),
      vehicle('Dodge', 'Colt', 1990, '1.5', 4),
      vehicle('Plymouth', 'Colt', 1990, '1.5', 4),
    ])
    .execute()
})
afterAll(() => store.close())

const find = (vehicle: string) => caller(store)('POST', '/vehicles/find', { vehicle })

test.each([
  [
    '2012 honda civic 1.8 brake pads',
    { make: 'Honda', year: 2012, model: 'Civic', engine: '1.8-4', rest: 'brake pads' },
  ],
  ['vw golf', { make: 'Volkswagen', model: 'Golf', rest: '' }],
  ['2012 chevy', { make: 'Chevrolet', year: 2012, rest: '' }],
  ['1HGCM82633A004352', { make: 'Honda', year: 2003, model: 'Accord', engine: '3.0-6', rest: '' }],
  [
    'VIN 1HGCM82633A004352 brake pads',
    { make: 'Honda', year: 2003, model: 'Accord', engine: '3.0-6', rest: 'brake pads' },
  ],
  ['1ftfw1et2da000001', { make: 'Ford', year: 2013, model: 'F-150', engine: '3.5-6', rest: '' }],
])('%s', async (typed, found) => {
  expect(await find(typed)).toMatchObject({ status: 200, body: found })
})

test.each([
  ['flux capacitor', /We don’t know this vehicle/],
  ['1HGCM82643A004352', /check digit/],
  ['1GC1KXCG7EF000001', /./],
  ['1M8GDM9AXKP042788', /^We can’t identify a vehicle from this VIN/],
])('%s is refused with the reason', async (typed, why) => {
  const response = await find(typed)
  expectProblem(response, 422, 'invalid_input')
  expect(response.body.errors).toMatchObject([{ field: 'vehicle', message: expect.stringMatching(why) }])
})

test('a model name of two makes is not guessed', async () => {
  expectProblem(await find('1990 colt'), 422, 'invalid_input')
  expect((await find('1990 dodge colt')).body).toMatchObject({ make: 'Dodge', year: 1990, model: 'Colt' })
})

test('VINs count for their limit', async () => {
  const limited = await openTestStore({ LIMIT_WRITES_PER_MINUTE: '1' })
  try {
    const statuses = new Set<number>()
    for (let at = 0; at < 12; at += 1)
      statuses.add((await caller(limited)('POST', '/vehicles/find', { vehicle: '1HGCM82633A004352' })).status)
    expect([...statuses]).toEqual([422, 429])
  } finally {
    await limited.close()
  }
})
