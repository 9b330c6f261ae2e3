import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { ImportDetails, ImportSummary } from '#domain/imports/imported-file.ts'
import { type Fixture, openFixture } from '../../tests/support/call-samples.ts'
import { stockProduct } from '../../tests/support/orders.ts'
import { importFromDisk } from './import.ts'

let fixture: Fixture
let folder: string

beforeAll(async () => {
  fixture = await openFixture()
  folder = await mkdtemp(path.join(tmpdir(), 'import-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await fixture.store.close()
})

async function fileOf(name: string, text: string): Promise<string> {
  const file = path.join(folder, name)
  await writeFile(file, text)
  return file
}

async function stock(partNumber: string): Promise<string> {
  const id = await stockProduct(fixture.store, { name: `Part ${partNumber}`, price: 10, available: 5 })
  const { db } = fixture.store
  await db
    .updateTable('products')
    .set({ part_number: partNumber, picture: fixture.picture })
    .where('id', '=', id)
    .execute()
  return id
}
const rowOf = (id: string) =>
  fixture.store.db.selectFrom('products').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

async function newest(): Promise<ImportSummary> {
  const { body } = await fixture.admin.call('GET', '/imports?limit=1')
  return body[0]
}

async function undo({ _id }: ImportSummary): Promise<ImportDetails> {
  expect((await fixture.admin.call('PATCH', `/imports/${_id}`, { action: 'undo' })).status).toBe(200)
  return vi.waitFor(
    async () => {
      const { body } = await fixture.admin.call('GET', `/imports/${_id}`)
      expect(body.status).toBe('undone')
      return body
    },
    { timeout: 20_000, interval: 50 },
  )
}

test('parts imported on the command line are listed, and an admin can undo the import', async () => {
  const { shop } = fixture.store
  const id = await stock('C-1')
  const file = await fileOf(
    'parts.csv',
    `partNumber,name,about,price,available,minOrder,picture\nC-1,,,12.5,7,,\nC-2,New,Text.,3,4,1,${fixture.picture}\n`,
  )
  const before = await newest()
  await importFromDisk(shop, file, { kind: 'products', apply: false })
  expect(await newest(), 'a dry run is not listed').toEqual(before)

  await importFromDisk(shop, file, { kind: 'products', apply: true })
  const listed = await newest()
  expect(listed).toMatchObject({ kind: 'products', fileName: 'parts.csv', status: 'applied' })
  expect(listed.counts).toMatchObject({ added: 1, changed: 1 })
  expect([listed.createdBy, listed.appliedBy]).toEqual([undefined, undefined])
  expect(await rowOf(id)).toMatchObject({ price_cents: 1250, available: 7 })

  const undone = await undo(listed)
  expect(undone).toMatchObject({ canUndo: false, hasFile: false, undoReport: { restored: 2, kept: [] } })
  expect(undone.undoneBy).toBe('Robin Fielder')
  expect(await rowOf(id)).toMatchObject({ price_cents: 1000, available: 5 })
})

test('a large import is undone completely, part by part', async () => {
  const { db, shop } = fixture.store
  const lines = Array.from({ length: 250 }, (_, at) => `L-${at},Part,Text.,3,4,1,${fixture.picture}`)
  const file = await fileOf(
    'large.csv',
    ['partNumber,name,about,price,available,minOrder,picture', ...lines].join('\n'),
  )
  await importFromDisk(shop, file, { kind: 'products', apply: true })
  const undone = await undo(await newest())
  expect(undone).toMatchObject({ undoReport: { restored: 250, keptCount: 0 } })
  const left = await sql`select from products where part_number like 'L-%' and deleted_at is null`.execute(db)
  expect(left.rows).toEqual([])
})

test('a file that the command refuses is not listed, and leaves nothing', async () => {
  const { shop } = fixture.store
  const before = await newest()
  const file = await fileOf('broken.csv', 'partNumber,price\nC-1,-4\n')
  const report = await importFromDisk(shop, file, { kind: 'products', apply: true })
  expect(report.ok).toBe(false)
  expect(await newest()).toEqual(before)
})

test('an ACES file from the command line can be undone', async () => {
  const id = await stock('C-3')
  const file = await fileOf(
    'aces.xml',
    '<ACES version="4.2"><Header><SubmissionType>FULL</SubmissionType></Header><App action="A" id="1"><BaseVehicle id="7"/><Qty>2</Qty><Part>C-3</Part></App><Footer><RecordCount>1</RecordCount></Footer></ACES>',
  )
  const map = await fileOf('map.csv', 'base_vehicle_id,make,model,year\n7,Honda,Civic,2006\n')
  const { db } = fixture.store
  await db
    .insertInto('vehicles')
    .values({ year: 2006, make: 'Honda', model: 'Civic', fuel: '', drive: '' })
    .execute()
  expect(await importFromDisk(fixture.store.shop, file, { kind: 'aces', apply: true, map })).toMatchObject({
    ok: true,
  })
  const fitments = () => db.selectFrom('fitments').selectAll().where('product_id', '=', id).execute()
  expect(await fitments()).toHaveLength(1)
  const listed = await newest()
  expect(listed).toMatchObject({ kind: 'aces', fileName: 'aces.xml', counts: { added: 1 } })
  await undo(listed)
  expect(await fitments()).toEqual([])
})

test('a PIES file from the command line can be undone', async () => {
  const id = await stock('C-4')
  const file = await fileOf(
    'pies.xml',
    '<PIES><Items><Item><PartNumber>C-4</PartNumber><Descriptions><Description DescriptionCode="SHO">New name</Description></Descriptions></Item></Items><Trailer><ItemCount>1</ItemCount></Trailer></PIES>',
  )
  await importFromDisk(fixture.store.shop, file, { kind: 'pies', apply: true })
  expect(await rowOf(id)).toMatchObject({ name: 'New name' })
  const listed = await newest()
  expect(listed).toMatchObject({ kind: 'pies', counts: { changed: 1 } })
  await undo(listed)
  expect(await rowOf(id)).toMatchObject({ name: 'Part C-4' })
})

test('vehicles from the command line are listed, and cannot be undone', async () => {
  const file = await fileOf('vehicles.csv', 'make,model,year\nChevrolet,Silverado 2500,2004\n')
  await importFromDisk(fixture.store.shop, file, { kind: 'vehicles', apply: true })
  const listed = await newest()
  expect(listed).toMatchObject({ kind: 'vehicles', fileName: 'vehicles.csv', counts: { added: 1 } })
  const { body } = await fixture.admin.call('GET', `/imports/${listed._id}`)
  expect(body).toMatchObject({ canUndo: false, hasFile: false })
})
