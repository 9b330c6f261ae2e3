// The counts of a vehicle's parts by category, and the parts of one category, after every kind of change.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { INVARIANTS } from '#db/invariants.ts'
import type { ImportDetails } from '#domain/imports/imported-file.ts'
import { openFixture, type Fixture } from '../../tests/support/call-samples.ts'
import { stockProduct } from '../../tests/support/orders.ts'
import { caller } from '../../tests/support/users.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
  const car = { make: 'Honda', model: 'Prelude', displacement_l: '1.8', cylinders: 4, fuel: '', drive: '' }
  await fixture.store.db
    .insertInto('vehicles')
    .values([2008, 2009].map((year) => ({ ...car, year })))
    .execute()
})
afterAll(() => fixture.store.close())

const line = { make: 'Honda', model: 'Prelude', variant: null, engine: null }
const of2009 = { ...line, yearFrom: 2009, yearTo: 2009 }
const of2008 = { ...line, yearFrom: 2008, yearTo: 2008 }

let products: Record<'pads' | 'rotor' | 'filter' | 'other', string>
let numbers = 0

/** Three parts for a 2009 Prelude, in two categories, and one for another year. */
beforeEach(async () => {
  const { store, picture } = fixture
  await store.db.deleteFrom('fitments').execute()
  const product = async (name: string, category: string, fits: readonly object[]) => {
    const id = await stockProduct(store, { name, price: 20, available: 5 })
    const values = { category, brand: 'Ate', picture, part_number: `VC-${(numbers += 1)}` }
    await store.db.updateTable('products').set(values).where('id', '=', id).execute()
    expect((await edit(id, { fits })).body).toEqual({ modifiedCount: 1 })
    return id
  }
  products = {
    // Two lines with the same year are one part.
    pads: await product('Pads', 'Brakes', [of2009, { ...of2009, yearFrom: 2008 }]),
    rotor: await product('Rotor', 'Brakes', [of2009]),
    filter: await product('Filter', 'Filters', [of2009]),
    other: await product('Other', 'Brakes', [of2008]),
  }
})

/** Changes fields of a part as the form of an admin does. */
async function edit(id: string, changes: object) {
  const { body } = await fixture.admin.call('GET', `/products/all/${id}`)
  return fixture.admin.call('PUT', `/product/${id}`, { ...body, ...changes })
}

type Found = { total: number; totalIsExact: boolean; names: string[]; categories: Record<string, number> }

async function search(query: Record<string, string>): Promise<Found> {
  const vehicle = { make: 'Honda', model: 'Prelude', year: '2009' }
  const searchParams = new URLSearchParams({ ...vehicle, ...query })
  const { status, body } = await caller(fixture.store)('GET', `/catalogue/search?${searchParams}`)
  expect(status).toBe(200)
  const { total, totalIsExact, items, facets } = body
  const counts = (facets.categories as { name: string; count: number }[]).map(({ name, count }) => [
    name,
    count,
  ])
  const names = (items as { name: string }[]).map(({ name }) => name)
  return { total, totalIsExact, names: names.toSorted(), categories: Object.fromEntries(counts) }
}

/**
 * Compares the counts with the category chosen, which come from the fitments, and without it, which come from
 * the parts.
 */
async function expectProducts(category: string, names: string[], categories: Record<string, number>) {
  const expected = { total: names.length, totalIsExact: true, names, categories }
  expect(await search({ category })).toEqual(expected)
  expect((await search({})).categories).toEqual(categories)
  expect((await search({ category, stock: 'in' })).categories).toEqual(categories)
  for (const { name, breaches } of INVARIANTS.filter((one) => one.name === 'I30'))
    expect((await sql.raw(breaches).execute(fixture.store.db)).rows, name).toEqual([])
}

test('counts each part once, in all categories', async () => {
  await expectProducts('Brakes', ['Pads', 'Rotor'], { Brakes: 2, Filters: 1 })
  await expectProducts('Filters', ['Filter'], { Brakes: 2, Filters: 1 })
  await expectProducts('Nothing', [], { Brakes: 2, Filters: 1 })
  expect(await search({ category: 'Brakes', year: '2008' })).toMatchObject({
    names: ['Other', 'Pads'],
    categories: { Brakes: 2 },
  })
})

test('follows a part that is hidden, published, moved to another category, and deleted', async () => {
  const { admin } = fixture
  const hide = (hidden: boolean) => admin.call('PATCH', `/product/${products.rotor}/hidden`, { hidden })
  expect((await hide(true)).status).toBe(200)
  await expectProducts('Brakes', ['Pads'], { Brakes: 1, Filters: 1 })
  // A draft is edited while it is hidden.
  expect((await edit(products.rotor, { category: 'Filters', fits: [of2009, of2008] })).status).toBe(200)
  await expectProducts('Filters', ['Filter'], { Brakes: 1, Filters: 1 })
  expect((await hide(false)).status).toBe(200)
  await expectProducts('Filters', ['Filter', 'Rotor'], { Brakes: 1, Filters: 2 })
  expect((await edit(products.filter, { category: 'Brakes' })).status).toBe(200)
  await expectProducts('Brakes', ['Filter', 'Pads'], { Brakes: 2, Filters: 1 })
  expect((await admin.call('DELETE', `/product/${products.pads}`)).status).toBe(200)
  await expectProducts('Brakes', ['Filter'], { Brakes: 1, Filters: 1 })
})

test('follows what a part fits', async () => {
  expect((await edit(products.other, { fits: [of2009] })).status).toBe(200)
  expect((await edit(products.pads, { fits: [] })).status).toBe(200)
  await expectProducts('Brakes', ['Other', 'Rotor'], { Brakes: 2, Filters: 1 })
})

test('follows imports of parts and of vehicles, and their undo', async () => {
  const before = [['Pads', 'Rotor'], { Brakes: 2, Filters: 1 }] as const
  const numberOf = async (id: string) =>
    (await fixture.admin.call('GET', `/products/all/${id}`)).body.partNumber as string
  const rows = `partNumber,category\n${await numberOf(products.rotor)},Filters\n`
  const moved = await imported({ kind: 'products', file: rows })
  await expectProducts('Filters', ['Filter', 'Rotor'], { Brakes: 1, Filters: 2 })
  await change(moved, 'undo')
  await expectProducts('Brakes', [...before[0]], before[1])

  const app = `<App action="A" id="1"><BaseVehicle id="7"/><Qty>2</Qty><Part>${await numberOf(products.other)}</Part></App>`
  const file = `<ACES version="4.2"><Header><SubmissionType>UPDATE</SubmissionType></Header>${app}<Footer><RecordCount>1</RecordCount></Footer></ACES>`
  const map = 'base_vehicle_id,make,model,year\n7,Honda,Prelude,2009\n'
  const fitted = await imported({ kind: 'aces', file, map })
  await expectProducts('Brakes', ['Other', 'Pads', 'Rotor'], { Brakes: 3, Filters: 1 })
  await change(fitted, 'undo')
  await expectProducts('Brakes', [...before[0]], before[1])
})

/** Imports a file, and returns the id of its import. */
async function imported({ kind, file, map }: { kind: string; file: string; map?: string }): Promise<string> {
  const form = new FormData()
  form.set('kind', kind)
  form.set('file', new Blob([file]), kind === 'aces' ? 'file.xml' : 'file.csv')
  if (map !== undefined) form.set('map', new Blob([map]), 'map.csv')
  const headers = { Authorization: `Bearer ${fixture.admin.token}` }
  const response = await fetch(`${fixture.store.url}/imports`, { method: 'POST', headers, body: form })
  expect(response.status).toBe(201)
  const { insertedId } = (await response.json()) as { insertedId: string }
  await settled(insertedId, 'checked')
  await change(insertedId, 'apply')
  return insertedId
}

async function change(id: string, action: 'apply' | 'undo'): Promise<void> {
  expect((await fixture.admin.call('PATCH', `/imports/${id}`, { action })).status).toBe(200)
  await settled(id, action === 'apply' ? 'applied' : 'undone')
}

async function settled(id: string, status: ImportDetails['status']): Promise<void> {
  await vi.waitFor(
    async () => expect((await fixture.admin.call('GET', `/imports/${id}`)).body).toMatchObject({ status }),
    { timeout: 60_000, interval: 50 },
  )
}
