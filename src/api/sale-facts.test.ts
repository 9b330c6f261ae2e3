import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectProblem } from '../../tests/support/problem.ts'
import { openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { type User, signIn } from '../../tests/support/users.ts'

let store: TestStore
let admin: User
let other: User
let customer: User

beforeAll(async () => {
  store = await openTestStore()
  const key = '00000000000000000000000000000000-1200x900'
  await store.db.insertInto('images').values({ key, width: 1200, height: 900, uploaded_by: null }).execute()
  ;[admin, other, customer] = await Promise.all([
    signIn(store, { admin: true }),
    signIn(store, { admin: true }),
    signIn(store),
  ])
})
afterAll(() => store.close())

const values = {
  name: 'Alternator',
  picture: '/images/00000000000000000000000000000000-1200x900.webp',
  about: 'A part.',
  price: 198,
  minOrder: 1,
}
const plain = {
  weightGrams: null,
  oversize: false,
  dangerous: false,
  coreDeposit: 0,
  taxed: true,
  returnable: true,
  bin: '',
}
const facts = {
  weightGrams: 5897,
  oversize: true,
  dangerous: true,
  coreDeposit: 45.5,
  taxed: false,
  returnable: false,
  bin: 'A-12-3',
}
const add = async (given: object): Promise<string> =>
  (await admin.call('POST', '/product', { available: 9, ...values, ...given })).body.insertedId
const edit = (id: string, given: object, by = admin) =>
  by.call('PUT', `/product/${id}`, { ...values, ...given })
const managed = async (id: string) => (await admin.call('GET', `/products/all/${id}`)).body

test('answers have what delivery, tax and returns need to know only where it differs from the usual', async () => {
  const [usual, other] = [await add({}), await add(facts)]
  expect(await managed(usual)).toMatchObject(plain)
  expect(await managed(other)).toMatchObject(facts)
  const shown = async (id: string) => (await customer.call('GET', `/product/${id}`)).body
  for (const field of Object.keys(plain)) expect(await shown(usual)).not.toHaveProperty(field)
  const { bin: _, ...open } = facts
  expect(await shown(other)).toMatchObject(open)
})

test('only admins see where a part is in the shelves', async () => {
  const id = await add({ name: 'Starter', bin: '  B   7 ' })
  const [listed] = (await admin.call('GET', '/products/all?q=starter')).body
  expect(listed).toMatchObject({ _id: id, bin: 'B 7' })
  for (const address of [`/product/${id}`, '/products', '/catalogue/search?q=starter'])
    expect(JSON.stringify((await customer.call('GET', address)).body)).not.toContain('B 7')
})

test('an edit without them keeps them, and one with them changes them, which the audit says', async () => {
  const id = await add(facts)
  expect((await edit(id, {})).body).toEqual({ modifiedCount: 0 })
  expect((await edit(id, { price: 199 })).body).toEqual({ modifiedCount: 1 })
  expect(await managed(id)).toMatchObject(facts)
  expect((await edit(id, { price: 199, ...plain })).body).toEqual({ modifiedCount: 1 })
  expect(await managed(id)).toMatchObject(plain)
  const [entry] = (await admin.call('GET', `/audit?kind=stock&limit=1`)).body
  expect(entry).toMatchObject({
    action: 'edit_product',
    before: facts,
    after: { ...plain, weightGrams: '' },
  })
})

test('two admins who change different facts at once both keep theirs, and of the same the later is refused', async () => {
  const id = await add(facts)
  const was = { ...values, ...facts }
  const [one, two] = await Promise.all([
    edit(id, { ...was, weightGrams: 6000, was }),
    edit(id, { ...was, oversize: false, was }, other),
  ])
  expect([one.status, two.status]).toEqual([200, 200])
  expect(await managed(id)).toMatchObject({ ...facts, weightGrams: 6000, oversize: false })
  const late = await edit(id, { ...was, weightGrams: null, oversize: true, coreDeposit: 50, was })
  expectProblem(late, 409, 'product_changed')
  expect(late.body.errors).toMatchObject([
    { field: 'weightGrams', message: 'It is 13.228 lb now: another admin has changed it.' },
  ])
})

test('a fact that cannot be is refused, and changes nothing', async () => {
  const id = await add(facts)
  for (const [field, wrong] of [
    ['weightGrams', 0],
    ['weightGrams', 1.5],
    ['weightGrams', 1_000_001],
    ['oversize', 'yes'],
    ['dangerous', 1],
    ['coreDeposit', -1],
    ['coreDeposit', 1.005],
    ['coreDeposit', 100_000],
    ['taxed', null],
    ['returnable', 'no'],
    ['bin', 'x'.repeat(31)],
  ]) {
    const response = await edit(id, { price: 1, [String(field)]: wrong })
    expectProblem(response, 422, 'invalid_input')
    expect(response.body.errors).toMatchObject([{ field }])
  }
  expect(await managed(id)).toMatchObject({ ...facts, price: 198 })
  expect((await edit(id, { coreDeposit: 99_999.99, weightGrams: 1_000_000 })).status).toBe(200)
})
