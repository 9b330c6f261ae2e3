import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectProblem } from '../../tests/support/problem.ts'
import { openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { type User, signIn } from '../../tests/support/users.ts'

let store: TestStore
let admin: User
let other: User

beforeAll(async () => {
  store = await openTestStore()
  const key = '00000000000000000000000000000000-1200x900'
  await store.db.insertInto('images').values({ key, width: 1200, height: 900, uploaded_by: null }).execute()
  ;[admin, other] = await Promise.all([signIn(store, { admin: true }), signIn(store, { admin: true })])
})
afterAll(() => store.close())

const values = {
  name: 'Ceramic Pads',
  picture: '/images/00000000000000000000000000000000-1200x900.webp',
  about: 'A part.',
  price: 40,
  minOrder: 1,
}
const add = async (given: object): Promise<string> =>
  (await admin.call('POST', '/product', { available: 9, ...values, ...given })).body.insertedId
const edit = (id: string, given: object, by = admin) =>
  by.call('PUT', `/product/${id}`, { ...values, ...given })
const show = async (id: string) => (await admin.call('GET', `/products/all/${id}`)).body

type Field = { _id?: string; name: string; unit?: string; type: string }
const fieldsOf = async (category: string) =>
  (await admin.call('GET', `/specifications?category=${encodeURIComponent(category)}`)).body
const put = (category: string, fields: readonly Field[], was: readonly Field[] = [], by = admin) =>
  by.call('PUT', '/specifications', { category, fields, was })
const thickness = { name: 'Thickness', unit: 'mm', type: 'number' }
const compound = { name: 'Compound', unit: '', type: 'text' }

test('the fields of a category are added, renamed, reordered and removed, and the audit names them', async () => {
  expect((await put('Rotors', [thickness, compound])).body).toEqual({ modifiedCount: 1 })
  const [first, second] = await fieldsOf('rotors')
  expect([first, second]).toMatchObject([
    { ...thickness, category: 'Rotors', products: 0 },
    { ...compound, products: 0 },
  ])
  const changed = [
    { ...second, name: 'Thickness' },
    { ...first, name: 'Compound', unit: 'in.' },
  ]
  expect((await put('Rotors', changed, [first, second])).body).toEqual({ modifiedCount: 1 })
  const now = await fieldsOf('Rotors')
  expect(now.map(({ _id, name, unit }: Field) => [_id, name, unit])).toEqual([
    [second._id, 'Thickness', ''],
    [first._id, 'Compound', 'in.'],
  ])
  expect((await put('Rotors', now.slice(1), now)).body).toEqual({ modifiedCount: 1 })
  expect((await fieldsOf('Rotors')).length).toBe(1)
  expect((await put('Rotors', now.slice(1), now.slice(1))).body).toEqual({ modifiedCount: 0 })
  const [entry] = (await admin.call('GET', '/audit?kind=stock&limit=1')).body
  expect(entry).toMatchObject({
    action: 'edit_specifications',
    before: { category: 'Rotors', specifications: 'Thickness, Compound (in.)' },
    after: { specifications: 'Compound (in.)' },
  })
})

test('another admin’s change of the fields is not overwritten', async () => {
  await put('Belts', [thickness])
  const was = await fieldsOf('Belts')
  const answers = await Promise.all([
    put('Belts', [...was, compound], was),
    put('Belts', [{ ...was[0], name: 'Width' }], was, other),
  ])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const refused = answers.find(({ status }) => status === 409)
  if (refused) expectProblem(refused, 409, 'specifications_changed')
  expect((await put('Belts', [{ ...was[0], type: 'text' }], await fieldsOf('Belts'))).status).toBe(422)
  expect((await put('Other', was)).status).toBe(422)
  expect((await put('Other', [thickness, { ...thickness, name: ' thickness' }])).status).toBe(422)
})

test('a part has its facts, and an edit without them keeps them', async () => {
  await put('Pads', [thickness, compound])
  const [mm, text] = await fieldsOf('Pads')
  const facts = {
    condition: 'remanufactured',
    gtin: '00036000291452',
    oeNumbers: '45022-SNA-A01;45022-SNA-A00, 45022-sna-a00',
    otherNumbers: 'D914',
    oldNumbers: '',
    specifications: [
      { field: mm._id, value: '16.8' },
      { field: text._id, value: 'Ceramic' },
    ],
  }
  const stored = { ...facts, gtin: '036000291452', oeNumbers: '45022-SNA-A00, 45022-SNA-A01' }
  const id = await add({ category: 'Pads', ...facts })
  expect(await show(id)).toMatchObject(stored)
  expect((await edit(id, { category: 'Pads' })).body).toEqual({ modifiedCount: 0 })
  expect((await edit(id, { category: 'Pads', price: 41 })).body).toEqual({ modifiedCount: 1 })
  expect(await show(id)).toMatchObject(stored)
  expect((await fieldsOf('Pads')).map(({ products }: { products: number }) => products)).toEqual([1, 1])
  const { items } = (await admin.call('GET', '/catalogue/search?q=45022SNAA00')).body
  expect(items).toMatchObject([{ _id: id, matched: { kind: 'OE', number: '45022-SNA-A00' } }])

  const changed = {
    condition: 'new',
    gtin: '',
    oeNumbers: '',
    otherNumbers: 'D914',
    oldNumbers: 'DL-1',
    specifications: [{ field: mm._id, value: '17' }],
  }
  expect((await edit(id, { category: 'Pads', ...changed })).body).toEqual({ modifiedCount: 1 })
  expect(await show(id)).toMatchObject(changed)
  expect((await admin.call('GET', `/product/${id}`)).body).not.toHaveProperty('condition')
})

test('two admins who change different facts at once both keep theirs, and of the same the later is refused', async () => {
  const id = await add({})
  const was = { ...values, condition: 'new', gtin: '' }
  const [one, two] = await Promise.all([
    edit(id, { ...was, condition: 'used', was }),
    edit(id, { ...was, gtin: '96385074', was }, other),
  ])
  expect([one.status, two.status]).toEqual([200, 200])
  expect(await show(id)).toMatchObject({ condition: 'used', gtin: '96385074' })
  const late = await edit(id, { ...was, condition: 'remanufactured', was })
  expectProblem(late, 409, 'product_changed')
})

test('a wrong fact is refused, and changes nothing', async () => {
  await put('Struts', [thickness])
  const [{ _id: field }] = await fieldsOf('Struts')
  const id = await add({ category: 'Struts' })
  for (const [wrong, name] of [
    [{ condition: 'broken' }, 'condition'],
    [{ gtin: '036000291453' }, 'gtin'],
    [{ oeNumbers: 'A'.repeat(61) }, 'oeNumbers'],
    [{ oldNumbers: Array.from({ length: 501 }, (_, at) => `N${at}`).join(',') }, 'oldNumbers'],
    [{ specifications: [{ field, value: 'thick' }] }, 'specifications'],
    [{ specifications: [{ field: '999999', value: '1' }] }, 'specifications'],
    [{ specifications: [{ field, value: 'x'.repeat(101) }] }, 'specifications.0.value'],
  ] as const) {
    const response = await edit(id, { category: 'Struts', price: 41, ...wrong })
    expectProblem(response, 422, 'invalid_input')
    expect(response.body.errors.map((error: { field: string }) => error.field)).toEqual([name])
  }
  expect(await show(id)).toMatchObject({ price: 40, condition: 'new', specifications: [] })
})

test('a removed field takes its values off the part', async () => {
  await put('Filters', [thickness])
  const was = await fieldsOf('Filters')
  const id = await add({ category: 'Filters', specifications: [{ field: was[0]._id, value: '12' }] })
  await put('Filters', [], was)
  expect((await show(id)).specifications).toEqual([])
  expect((await edit(id, { category: 'Filters', price: 42 })).body).toEqual({ modifiedCount: 1 })
})

test('parts are counted whatever the case of the category that is asked for', async () => {
  await put('Gauges', [thickness])
  const [field] = await fieldsOf('Gauges')
  await add({ category: 'Gauges', specifications: [{ field: field._id, value: '2' }] })
  expect(await fieldsOf('gauges')).toMatchObject([{ products: 1 }])
})
