import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { vehicleNameKey } from '#domain/vehicles/make-names.ts'
import { openTestStore, type TestStore } from '../../../../tests/support/test-store.ts'
import { hasVehicles, NEWEST_YEAR, readVehiclesFile, seedVehicles } from './import-vehicles.ts'

const lines = await readVehiclesFile()
const makes = [...new Set(lines.map(({ cells }) => cells.make ?? ''))]
let store: TestStore

beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

test('Makes are common names, not names of importers', () => {
  expect(makes.length).toBeGreaterThan(80)
  expect(
    makes.filter((make) =>
      /,|\b(?:inc|ltd|limited|corp|corporation|company|gmbh|llc|co|imports?|automotive|dutton)\b/i.test(make),
    ),
  ).toEqual([])
})

test('Makes have only letters of the font that every page loads', () => {
  expect(makes.filter((make) => /[^ -~]/.test(make))).toEqual([])
})

test('Models are common names, and variants the rest of the name', () => {
  const models = (make: string) =>
    new Set(lines.filter(({ cells }) => cells.make === make).map(({ cells }) => cells.model))
  expect(models('Ford')).toContain('F-150')
  expect(models('Chevrolet')).toContain('Silverado 1500')
  expect(models('BMW')).toContain('3 Series')
  expect(models('Ford')).not.toContain('F150 Pickup 2WD')
  const long = lines.filter(({ cells }) => /\b[24]WD\b|\bAWD\b/.test(cells.model ?? ''))
  expect(long.map(({ cells }) => cells.model)).toEqual([])
})

test('No make or model has two spellings', () => {
  const named = new Map(lines.map(({ cells }) => [`${cells.make}\t${cells.model}`, cells]))
  const plain = [...named.values()].map(
    ({ make = '', model = '' }) => `${vehicleNameKey(make)} ${vehicleNameKey(model)}`,
  )
  expect(plain.filter((name, at) => plain.indexOf(name) !== at)).toEqual([])
})

test('The newest model year is the one that a store must have, and the documentation gives the number of vehicles', () => {
  expect(Math.max(...lines.map(({ cells }) => Number(cells.year)))).toBe(NEWEST_YEAR)
  const readme = readFileSync(path.join(import.meta.dirname, 'README.md'), 'utf8')
  expect(readme).toContain(`${lines.length.toLocaleString('en-US')} rows`)
})

test('A store that has only EPA’s vehicles of the newest year gets the heavy trucks', async () => {
  const epaOnly = await openTestStore()
  const { id } = await epaOnly.db
    .insertInto('vehicles')
    .values({
      make: 'Honda',
      model: 'Civic',
      year: NEWEST_YEAR,
      displacement_l: '2.0',
      cylinders: 4,
      fuel: 'Regular',
      drive: 'Front-Wheel Drive',
      source: 'epa',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect(await hasVehicles(epaOnly.db)).toBe(false)
  await seedVehicles(epaOnly.db)
  const truck = { make: 'Ford', model: 'F-250', year: 2015, cylinders: 8, source: 'vpic' }
  const trucks = () => epaOnly.db.selectFrom('vehicles').selectAll()
  expect(
    await trucks()
      .where('make', '=', truck.make)
      .where('model', '=', truck.model)
      .where('year', '=', truck.year)
      .execute(),
  ).toMatchObject([
    { ...truck, displacement_l: '6.2' },
    { ...truck, displacement_l: '6.7' },
  ])
  expect(await trucks().where('id', '=', id).executeTakeFirst()).toMatchObject({ model: 'Civic' })
  expect(await hasVehicles(epaOnly.db)).toBe(true)
  await epaOnly.close()
})

test('A store gets every vehicle once, and one with an older list gets the newer ones in addition to its own', async () => {
  const vehicles = () => store.db.selectFrom('vehicles').selectAll().orderBy('id').execute()
  const own = { make: 'Zastava', model: 'Koral', year: 2001, fuel: '', drive: '' }
  const older = { make: 'Honda', model: 'Civic', year: 2009, displacement_l: '1.8', cylinders: 4 }
  await store.db
    .insertInto('vehicles')
    .values([
      { ...own, displacement_l: null, cylinders: null },
      { ...older, fuel: 'Regular', drive: 'Front-Wheel Drive', source: 'epa' },
    ])
    .execute()
  const before = await vehicles()
  expect(await hasVehicles(store.db)).toBe(false)
  await seedVehicles(store.db)
  expect(await hasVehicles(store.db)).toBe(true)
  const seeded = await vehicles()
  expect(seeded).toHaveLength(lines.length + 1)
  expect(seeded.slice(0, 2)).toEqual(before)
  await seedVehicles(store.db)
  expect(await vehicles()).toEqual(seeded)
})
