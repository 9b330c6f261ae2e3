import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkDigit } from '#domain/vehicles/vin.ts'
import { seedVehicles } from '#server/seed/vehicles/import-vehicles.ts'
import { openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { caller } from '../../tests/support/users.ts'

let store: TestStore
/** Another store, with the seeded list of vehicles. */
let seeded: Promise<TestStore> | undefined

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
afterAll(async () => {
  await store.close()
  await (await seeded)?.close()
})

async function openSeeded(): Promise<TestStore> {
  const opened = await openTestStore()
  await seedVehicles(opened.db)
  return opened
}

/** A VIN that begins so, with any serial number and the right check digit. */
function vinOf(beginning: string): string {
  const vin = `${beginning}A000001`.slice(0, 17)
  return vin.slice(0, 8) + checkDigit(vin) + vin.slice(9)
}
const decode = (vin: string, by = store) =>
  caller(by)('GET', `/vehicles/decode?vin=${encodeURIComponent(vin)}`)

test('a VIN identifies a vehicle of the store, and its engine if only one matches', async () => {
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

test('a vehicle that the store does not have is identified, without matching vehicles', async () => {
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

test('an unknown manufacturer is reported as unknown, and an invalid VIN with its error', async () => {
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

test('no intermediate cache stores the response', async () => {
  const response = await fetch(`${store.url}/vehicles/decode?vin=1HGCM82633A004352`)
  expect(response.headers.get('cache-control')).toBe('no-store')
})

test('the VINs that one IP address decodes per minute are limited', async () => {
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

test.each([
  ['1FTFW1ET0D', 'Ford', 'F-150', '3.5-6'],
  ['1FTEW1EP0K', 'Ford', 'F-150', '2.7-6'],
  ['1GCVKREC0E', 'Chevrolet', 'Silverado 1500', '5.3-8'],
  ['1GTU2VEC0F', 'GMC', 'Sierra 1500', '5.3-8'],
  ['1C6RR7LT0E', 'Ram', '1500', '5.7-8'],
  ['1GNSKBKC0F', 'Chevrolet', 'Tahoe', '5.3-8'],
  ['1GKS2HKC0F', 'GMC', 'Yukon XL', '5.3-8'],
  ['WBA3A5C50D', 'BMW', '3 Series', '2.0-4'],
  ['WDDGF8AB0D', 'Mercedes-Benz', 'C-Class', '3.5-6'],
  ['2D4RN5D10A', 'Dodge', 'Grand Caravan', '3.8-6'],
  ['1D4GP45R04', 'Dodge', 'Caravan/Grand Caravan', '3.3-6'],
  ['JM1NC2EF0A', 'Mazda', 'MX-5 Miata', '2.0-4'],
  ['JM1BL1VF0B', 'Mazda', '3', '2.0-4'],
  ['5YJ3E1EA0K', 'Tesla', 'Model 3', 'x-x'],
  ['5XYZUDLB0D', 'Hyundai', 'Santa Fe', '2.4-4'],
  ['1FT7W2BT0F', 'Ford', 'F-250', '6.7-8'],
  ['1FT8W3DT0C', 'Ford', 'F-350', '6.7-8'],
  ['1FT7X2A60E', 'Ford', 'F-250', '6.2-8'],
  ['1FTSW21P06', 'Ford', 'F-250', '6.0-8'],
  ['1GC1KXCG0E', 'Chevrolet', 'Silverado 2500 HD', '6.0-8'],
  ['1GC4YTE70N', 'Chevrolet', 'Silverado 3500 HD', '6.6-8'],
  ['1GT12ZC80F', 'GMC', 'Sierra 2500 HD', '6.6-8'],
  ['3C6UR5DL0F', 'Ram', '2500', '6.7-6'],
  ['3C6UR5DL0D', 'Ram', '2500', '6.7-6'],
  ['3C63R3GJ0G', 'Ram', '3500', '6.4-8'],
  ['3C6TRVDG0F', 'Ram', 'ProMaster 2500', '3.6-6'],
  ['1FTYR2CM0F', 'Ford', 'Transit-250', '3.7-6'],
  ['WD3PE7CC0F', 'Mercedes-Benz', 'Sprinter 2500', '3.0-6'],
  ['1GCWGAFG0J', 'Chevrolet', 'Express 2500', '6.0-8'],
])('the VIN %s… is a %s %s of the seeded list', async (beginning, make, model, engine) => {
  const full = await (seeded ??= openSeeded())
  const response = await decode(vinOf(beginning), full)
  const vehicleIds: number[] = response.body.vehicleIds ?? []
  const found = await full.db.selectFrom('vehicles').selectAll().where('id', 'in', vehicleIds).execute()
  expect(response.body).toMatchObject({ make, model })
  expect(new Set(found.map((vehicle) => vehicle.model))).toEqual(new Set([model]))
  expect(response.body.engine).toBe(engine)
})

test.each([
  // From 2004 and 2008, where NHTSA's patterns do not distinguish a 1500 from a 2500 HD; and a van, whose
  // class they do not give.
  ['1GCHK29U04', 'Silverado'],
  ['1GCHK23K08', 'Silverado'],
  ['1N6BF0LX0E', 'NV'],
])('the VIN %s… matches no vehicle of the list', async (beginning, model) => {
  const { body } = await decode(vinOf(beginning), await (seeded ??= openSeeded()))
  expect(body).toMatchObject({ model, vehicleIds: [] })
  expect(body).not.toHaveProperty('engine')
})
