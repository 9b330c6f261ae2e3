import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { ImportDetails } from '#domain/imports/imported-file.ts'
import { openFixture, type Fixture } from '../../tests/support/call-samples.ts'
import { stockProduct } from '../../tests/support/orders.ts'
import { expectProblem } from '../../tests/support/problem.ts'
import { caller } from '../../tests/support/users.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
  const car = { make: 'Mazda', model: 'MX-5 Miata', displacement_l: '2.0', cylinders: 4, fuel: '', drive: '' }
  await fixture.store.db
    .insertInto('vehicles')
    .values([2007, 2008].map((year) => ({ ...car, year })))
    .execute()
})
afterAll(() => fixture.store.close())

const patch = (id: string, body: object) => fixture.admin.call('PATCH', `/imports/${id}`, body)

async function settled(id: string): Promise<ImportDetails> {
  return vi.waitFor(
    async () => {
      const { body } = await fixture.admin.call('GET', `/imports/${id}`)
      expect(body.status).not.toMatch(/ing$/)
      return body as ImportDetails
    },
    { timeout: 120_000, interval: 50 },
  )
}

async function upload(file: string): Promise<ImportDetails> {
  const form = new FormData()
  form.set('kind', 'aces')
  form.set('file', new Blob([file]), 'aces.xml')
  const response = await fetch(`${fixture.store.url}/imports`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${fixture.admin.token}` },
    body: form,
  })
  return settled((await response.json()).insertedId)
}

const apply = async ({ _id }: ImportDetails) => {
  expect((await patch(_id, { action: 'apply' })).status).toBe(200)
  return settled(_id)
}
const decide = async ({ _id }: ImportDetails, notes: Record<string, boolean>) => {
  const body = Object.entries(notes).map(([note, isInformation]) => ({ note, isInformation }))
  expect(await patch(_id, { action: 'check', notes: body })).toMatchObject({ status: 200 })
  return settled(_id)
}

async function stock(partNumber: string): Promise<string> {
  const id = await stockProduct(fixture.store, { name: `Part ${partNumber}` })
  await fixture.store.db
    .updateTable('products')
    .set({ part_number: partNumber })
    .where('id', '=', id)
    .execute()
  return id
}

const app = (part: string, content: string, years = [2007, 2008]) =>
  `<App action="A" id="1"><Years from="${years[0]}" to="${years[1]}"/><Make>Mazda</Make><Model>MX-5 Miata</Model>${content}<Part>${part}</Part></App>`
const catalog = (supplier: string, ...apps: string[]) =>
  `<ACES version="4.2"><Header>${supplier && `<Company>${supplier}</Company>`}<SubmissionType>FULL</SubmissionType></Header>${apps.join('')}<Footer><RecordCount>${apps.length}</RecordCount></Footer></ACES>`
const fitOf = async (id: string) =>
  (await caller(fixture.store)('GET', `/product/${id}/fit?make=Mazda&year=2008&model=MX-5%20Miata`)).body

test.each([
  ['<Note>through 4/30/08</Note>', 'Fits if it was built through 4/30/08'],
  ['<Note>Under the hood</Note><Note>Grand Touring only</Note>', 'Fits if this applies: Grand Touring only'],
  ['<Qual id="7"><text>excl. power hardtop</text></Qual>', 'Fits if this applies: excl. power hardtop'],
  ['<Qual id="7"><param value="8/1/07"/></Qual>', 'Fits if this applies: Qualifier 7 (8/1/07)'],
  ['<Note>w/o strut  brace</Note>', 'Fits if it comes without strut  brace'],
])('%s is a condition of the fit', async (content, reason) => {
  const id = await stock(`C-${reason.length}`)
  expect(
    (await apply(await upload(catalog('Condition Co', app(`C-${reason.length}`, content))))).status,
  ).toBe('applied')
  expect(await fitOf(id)).toMatchObject({ verdict: 'fits_if', reason, missing: ['option'] })
})

test('a note that is known to inform leaves a plain fit, and is shown with it', async () => {
  const id = await stock('I-1')
  await apply(
    await upload(
      catalog(
        'Info Co',
        app('I-1', '<Note>Located behind the glove box</Note><Qual id="3"><text>Sold as a set</text></Qual>'),
      ),
    ),
  )
  expect((await fitOf(id)).verdict).toBe('fits')
  const { body } = await fixture.admin.call('GET', `/product/${id}/fitments`)
  expect(body).toMatchObject([{ option: null, note: 'Sold as a set; Located behind the glove box' }])
})

test('an admin says in the preview, once for a supplier, that a note only informs; and takes it back', async () => {
  const [first, later, other] = [await stock('S-1'), await stock('S-2'), await stock('S-3')]
  const note = '<Note>OE style </Note>'
  const checked = await upload(
    catalog(
      'Acme  Filters',
      app('S-1', note, [2008, 2008]),
      app('S-1', note, [2007, 2007]),
      app('S-1', '<Note>Touring</Note>'),
    ),
  )
  expect(checked.report?.conditions).toEqual({
    supplier: 'Acme  Filters',
    noteCount: 2,
    notes: [
      { note: 'OE style', applications: 2, isInformation: false },
      { note: 'Touring', applications: 1, isInformation: false },
    ],
  })
  const again = await decide(checked, { 'OE style': true })
  expect(again.report?.conditions?.notes.map(({ isInformation }) => isInformation)).toEqual([true, false])
  await apply(again)
  expect((await fitOf(first)).verdict).toBe('fits')

  const next = await upload(catalog('ACME Filters', app('S-2', '<Note>oe  STYLE</Note>')))
  await apply(next)
  expect((await fitOf(later)).verdict).toBe('fits')
  await apply(await upload(catalog('Other Filters', app('S-3', note))))
  expect((await fitOf(other)).verdict).toBe('fits_if')

  const last = await upload(catalog('Acme Filters', app('S-2', note)))
  await apply(await decide(last, { 'OE style': false }))
  expect((await fitOf(later)).verdict).toBe('fits_if')
})

test('notes are decided only for a file that is checked, names its supplier, and has them', async () => {
  await stock('N-1')
  const notes = [{ note: 'Touring', isInformation: true }]
  const named = await upload(catalog('Named', app('N-1', '<Note>Touring</Note>')))
  expectProblem(await patch(named._id, { action: 'apply', notes }), 422, 'invalid_input')
  const unheard = [{ note: 'Sport', isInformation: true }]
  expectProblem(await patch(named._id, { action: 'check', notes: unheard }), 422, 'invalid_input')
  const unnamed = await upload(catalog('', app('N-1', '<Note>Touring</Note>')))
  expectProblem(await patch(unnamed._id, { action: 'check', notes }), 422, 'invalid_input')
  await apply(named)
  expectProblem(await patch(named._id, { action: 'check', notes }), 409, 'import_changed')
  const next = await upload(catalog('Named', app('N-1', '<Note>Touring</Note>')))
  expect(next.report?.conditions?.notes).toMatchObject([{ isInformation: false }])
})

test('conditions and notes of an export are read as they were', async () => {
  const id = await stock('X-1')
  const fitment = { product_id: id, make: 'Mazda', model: 'MX-5 Miata', year_from: 2007, year_to: 2008 }
  const rows = [
    { option: 'Front left', note: 'Turbo only' },
    { option: 'up to 4/08', note: 'Under the hood' },
    { option: 'Condition: GT', note: 'Information only: x' },
    { option: 'Information only: y', note: 'built from 2008-01-01' },
    { built_from: '2007-06-01', built_to: '2008-01-31' },
  ]
  await fixture.store.db
    .insertInto('fitments')
    .values(rows.map((row) => ({ ...fitment, source: 'aces' as const, ...row })))
    .execute()
  const { body: before } = await fixture.admin.call('GET', `/product/${id}/fitments`)
  const exported = await fetch(`${fixture.store.url}/exports/aces`, {
    headers: { Authorization: `Bearer ${fixture.admin.token}` },
  })
  const again = await upload(await exported.text())
  expect(again.counts).toMatchObject({ added: 0, changed: 0, removed: 0, refused: 0 })
  expect(before).toHaveLength(rows.length)
})
