import { afterAll, beforeAll, expect, test } from 'vitest'
import { caller } from '../../tests/support/users.ts'
import { openTestStore, type TestStore } from '../../tests/support/test-store.ts'

let store: TestStore

beforeAll(async () => {
  store = await openTestStore()
  const accord = { make: 'Honda', model: 'Accord', year: 2003, fuel: 'Regular', drive: 'FWD' }
  await store.db
    .insertInto('vehicles')
    .values([
      { ...accord, displacement_l: '2.4', cylinders: 4 },
      { ...accord, displacement_l: '3.0', cylinders: 6 },
      { ...accord, displacement_l: '3.0', cylinders: 6, year: 2004 },
    ])
    .execute()
})
afterAll(() => store.close())

const decode = (vin: string) => caller(store)('GET', `/vehicles/decode?vin=${encodeURIComponent(vin)}`)

test('a VIN says which vehicle of the store it is, also with the engine that only one of them has', async () => {
  const { status, body } = await decode('1hgcm 82633-A004352')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    valid: true,
    year: 2003,
    make: 'Honda',
    model: 'Accord',
    engine: '3.0-6',
    manufacturer: 'AMERICAN HONDA MOTOR CO., INC.',
    sure: ['year', 'make', 'model', 'engine'],
  })
  const { vehicleIds } = body as { vehicleIds: number[] }
  const found = await store.db.selectFrom('vehicles').selectAll().where('id', 'in', vehicleIds).execute()
  expect(found.map(({ year, displacement_l }) => [year, displacement_l])).toEqual([[2003, '3.0']])
})

test('a vehicle that the store does not have is named, without vehicles', async () => {
  expect((await decode('1FTFW1ET2DA000001')).body).toEqual({
    valid: true,
    year: 2013,
    make: 'Ford',
    model: 'F-150',
    manufacturer: 'FORD MOTOR COMPANY',
    vehicleIds: [],
    sure: ['year', 'make', 'model'],
  })
})

test('an unknown manufacturer is unknown, and an invalid VIN says what is wrong', async () => {
  const nothing = { year: null, make: null, manufacturer: null, vehicleIds: [], sure: [] }
  expect((await decode('1M8GDM9AXKP042788')).body).toEqual({ valid: true, ...nothing })
  expect((await decode('1HGCM82643A004352')).body).toEqual({
    valid: false,
    problem: expect.stringContaining('check digit'),
    ...nothing,
  })
  expect((await decode('')).body).toMatchObject({
    valid: false,
    problem: 'A VIN has 17 characters; this has none.',
  })
})

test('no cache on the way stores the answer', async () => {
  const response = await fetch(`${store.url}/vehicles/decode?vin=1HGCM82633A004352`)
  expect(response.headers.get('cache-control')).toBe('no-store')
})

test('one address decodes only so many VINs a minute', async () => {
  const limited = await openTestStore({ LIMIT_WRITES_PER_MINUTE: '1' })
  try {
    const statuses = new Set<number>()
    for (let at = 0; at < 11; at += 1)
      statuses.add((await caller(limited)('GET', '/vehicles/decode?vin=1HGCM82633A004352')).status)
    expect([...statuses]).toEqual([200, 429])
  } finally {
    await limited.close()
  }
})
