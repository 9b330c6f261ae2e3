import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { describeImport } from './describe-import.ts'
import { importFromDisk } from './import.ts'

let store: TestStore
let folder: string

const HEADER = 'make,model,variant,year,displacement_l,cylinders,fuel,drive,source'

beforeAll(async () => {
  store = await openTestStore()
  folder = await mkdtemp(path.join(tmpdir(), 'vehicles-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await store.close()
})
beforeEach(async () => {
  await store.db.deleteFrom('vehicles').execute()
  await run('Ford,F-150,Pickup 2WD,2004,5.4,8,Regular,Rear-Wheel Drive,epa', { apply: true })
})

async function run(lines: string, { apply = false, header = HEADER } = {}) {
  const file = path.join(folder, 'vehicles.csv')
  await writeFile(file, `${header}\n${lines}\n`)
  return importFromDisk(store.shop, file, { kind: 'vehicles', apply })
}
const apply = (lines: string) => run(lines, { apply: true })
const vehicles = () => store.db.selectFrom('vehicles').selectAll().orderBy('id').execute()
const counts = (some: object) => ({ added: 0, changed: 0, removed: 0, unchanged: 0, refused: 0, ...some })

test('a file adds new vehicles, and a dry run only reports them', async () => {
  const before = await vehicles()
  const file =
    'Ford,F-150,Pickup 4WD,2004,5.4,8,Regular,4-Wheel Drive,epa\nTesla,Model S,,2014,,,Electricity,,'
  expect(await run(file)).toMatchObject({ ok: true, counts: counts({ added: 2 }) })
  expect(await vehicles()).toEqual(before)
  expect(await apply(file)).toMatchObject({ ok: true, counts: counts({ added: 2 }) })
  const after = await vehicles()
  expect(after.slice(0, 1)).toEqual(before)
  expect(after.slice(1)).toMatchObject([
    { model: 'F-150', variant: 'Pickup 4WD', source: 'epa' },
    { model: 'Model S', variant: null, displacement_l: null, cylinders: null, source: 'shop' },
  ])
  expect(await apply(file)).toMatchObject({ counts: counts({ unchanged: 2 }) })
  expect(await vehicles()).toEqual(after)
})

test('makes and models get the spelling of the store', async () => {
  const added = await apply('FORD,f 150,Pickup 4WD,2004,5.4,8,,,\nVW,Golf,,2010,2.5,5,,,')
  expect(added.counts).toEqual(counts({ added: 2 }))
  expect((await vehicles()).map(({ make, model }) => `${make} ${model}`)).toEqual([
    'Ford F-150',
    'Ford F-150',
    'Volkswagen Golf',
  ])
})

test('a newer list corrects its own vehicles, which keep their ids, and leaves the shop’s own alone', async () => {
  await apply('Ford,F-150,Shop Truck,2004,5.4,8,Diesel,,')
  const before = await vehicles()
  const newer =
    'Ford,F-150,Pickup 2WD,2004,5.4,8,Premium,,epa\nFord,F-150,Shop Truck,2004,5.4,8,Regular,Rear-Wheel Drive,epa'
  expect((await apply(newer)).counts).toEqual(counts({ changed: 1, unchanged: 1 }))
  expect(await vehicles()).toEqual([{ ...before[0], fuel: 'Premium' }, before[1]])
})

test('a vehicle that the shop corrects is its own from then on', async () => {
  const [before] = await vehicles()
  expect((await apply('Ford,F-150,Pickup 2WD,2004,5.4,8,LPG,,')).counts).toEqual(counts({ changed: 1 }))
  expect((await apply('Ford,F-150,Pickup 2WD,2004,5.4,8,Regular,,epa')).counts).toEqual(
    counts({ unchanged: 1 }),
  )
  expect(await vehicles()).toEqual([{ ...before, fuel: 'LPG', source: 'shop' }])
})

test('one refused line, and nothing is changed', async () => {
  const before = await vehicles()
  const lines = [
    'Lada,Niva,,1985,1.6,4,,,',
    ',Niva,,1985,1.6,4,,,',
    'Lada,Niva,,85,1.6,4,,,',
    'Lada,Niva,,1986,1600,4,,,',
    'Lada,Niva,,1986,1.6,0,,,',
    'Lada,Niva,,1986,1.6,4,,,nhtsa',
    'lada,NIVA,,1985,1.6,4,,,',
    'Lada,Niva',
    'Lada,Niva,,1985,1.6,4,,,,more',
  ].join('\n')
  const report = await apply(lines)
  expect(report).toMatchObject({ ok: false, counts: { refused: 8 } })
  expect(report.problems.map(({ line, code, field }) => `${line} ${code} ${field ?? ''}`.trim())).toEqual([
    '3 invalid_input make',
    '4 invalid_input year',
    '5 invalid_input displacement_l',
    '6 invalid_input cylinders',
    '7 invalid_input source',
    '8 duplicate_vehicle model',
    '9 invalid_input year',
    '10 wrong_cells',
  ])
  expect(await vehicles()).toEqual(before)
  expect(describeImport(report, { applied: true })).toContain('Nothing was changed.')
})

test('two concurrent imports add a vehicle once', async () => {
  const file = 'Lada,Niva,,1985,1.6,4,,,'
  await Promise.all([apply(file), apply(file)])
  expect((await vehicles()).map(({ make }) => make)).toEqual(['Ford', 'Lada'])
})
