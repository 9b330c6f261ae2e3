import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { caller } from '../../tests/support/users.ts'

let store: TestStore

beforeAll(async () => {
  store = await openTestStore()
  const car = { make: 'Honda', model: 'Civic', year: 2009, fuel: 'Regular', drive: 'FWD' }
  await store.db
    .insertInto('vehicles')
    .values([
      { ...car, displacement_l: '1.8', cylinders: 4 },
      { ...car, displacement_l: '2.0', cylinders: 4 },
      { ...car, displacement_l: '2.0', cylinders: 4, variant: 'AWD' },
      { ...car, displacement_l: '1.8', cylinders: 4, year: 2011 },
      { ...car, make: 'Tesla', model: 'Model S', year: 2014, displacement_l: null, cylinders: null },
    ])
    .execute()
})
afterAll(() => store.close())

const choices = async (query: string) => (await caller(store)('GET', `/vehicles${query}`)).body

describe('the vehicle finder', () => {
  test('offers make, then year (newest first), then model, then engine', async () => {
    expect(await choices('')).toEqual({ makes: ['Honda', 'Tesla'], years: [], models: [], engines: [] })
    expect((await choices('?make=Honda')).years).toEqual([2011, 2009])
    expect((await choices('?make=Honda&year=2009')).models).toEqual(['Civic'])
    expect((await choices('?make=Honda&year=2009&model=Civic')).engines).toEqual([
      { key: '1.8-4', label: '1.8 L, 4 cylinders' },
      { key: '2.0-4', label: '2.0 L, 4 cylinders' },
    ])
  })

  test('has a name for an engine without liters and cylinders', async () => {
    expect((await choices('?make=Tesla&year=2014&model=Model%20S')).engines).toEqual([
      { key: 'x-x', label: 'Electric' },
    ])
  })

  test('returns empty lists for a vehicle that does not exist', async () => {
    expect(await choices('?make=Yugo&year=1988')).toMatchObject({ years: [], models: [], engines: [] })
    expect((await choices('?year=2009&model=Civic')).models).toEqual([])
  })
})

test('makes are listed with the common ones first, all in natural order, whatever their case and numbers', async () => {
  const other = { year: 1999, fuel: 'Regular', drive: 'FWD', displacement_l: '2.0', cylinders: 4 }
  const listed = await openTestStore()
  const of = async (query: string) => (await caller(listed)('GET', `/vehicles${query}`)).body
  try {
    const added = [
      ...['smart', 'SRT', 'Tesla', 'Škoda', 'Honda', 'AMC'].map((make) => ({ ...other, make, model: 'One' })),
      ...['900', '9-3', '9-5', '10', '2', 'i3'].map((model) => ({ ...other, make: 'Saab', model })),
    ]
    await listed.db.insertInto('vehicles').values(added).execute()
    expect((await of('')).makes).toEqual(['Honda', 'AMC', 'Saab', 'Škoda', 'smart', 'SRT', 'Tesla'])
    expect((await of('?make=Saab&year=1999')).models).toEqual(['2', '9-3', '9-5', '10', '900', 'i3'])
  } finally {
    await listed.close()
  }
})
