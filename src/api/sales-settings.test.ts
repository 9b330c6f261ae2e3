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
  ;[admin, other, customer] = await Promise.all([
    signIn(store, { admin: true, name: 'Robin Fielder' }),
    signIn(store, { admin: true }),
    signIn(store),
  ])
})
afterAll(() => store.close())

const load = async () => (await admin.call('GET', '/sales-settings')).body
const save = (settings: object, by = admin) => by.call('PUT', '/sales-settings', settings)

test('a new store adds tax to its prices, takes orders without a cart, and sends to one country', async () => {
  expect(await load()).toEqual({
    revision: 0,
    pricesIncludeTax: false,
    plainOrders: 'all_in',
    origin: { country: 'US', region: null, postalCode: '' },
    countries: ['US'],
    coreDays: 180,
    defaultGrams: 1000,
    taxNumber: '',
  })
})

test('only admins see and change the sales settings', async () => {
  expectProblem(await customer.call('GET', '/sales-settings'), 403, 'forbidden')
  expectProblem(await save({ ...(await load()), coreDays: 1 }, customer), 403, 'forbidden')
  expect(await load()).toMatchObject({ coreDays: 180 })
})

test('a change is stored under the next revision, and the same settings change nothing', async () => {
  const { revision, ...before } = await load()
  const changed = {
    ...before,
    pricesIncludeTax: true,
    plainOrders: 'closed',
    origin: { country: 'us', region: 'il', postalCode: ' 61602 ' },
    countries: ['US', 'ca'],
    coreDays: 90,
    defaultGrams: 500,
    taxNumber: 'EIN 12-3456789',
  }
  const stored = (await save({ revision, ...changed })).body
  expect(stored).toEqual({
    ...changed,
    revision: revision + 1,
    origin: { country: 'US', region: 'IL', postalCode: '61602' },
    countries: ['US', 'CA'],
  })
  expect(await load()).toEqual(stored)
  expect((await save(stored)).body).toEqual(stored)
  expect(await load()).toEqual(stored)
})

test('another admin’s change is not overwritten', async () => {
  const loaded = await load()
  const responses = await Promise.all([
    save({ ...loaded, coreDays: 30 }),
    save({ ...loaded, coreDays: 60 }, other),
  ])
  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const refused = responses.find(({ status }) => status === 409)
  if (refused) expectProblem(refused, 409, 'settings_changed')
  expect((await load()).revision).toBe(loaded.revision + 1)
})

test('the audit has who changed what from what to what', async () => {
  const loaded = await load()
  await save({ ...loaded, countries: ['US', 'MX'], taxNumber: '' })
  const { body } = await admin.call('GET', '/audit?kind=settings&limit=1')
  expect(body).toMatchObject([
    {
      action: 'edit_sales_settings',
      actor: { name: 'Robin Fielder' },
      subject: { kind: 'settings', id: 'sales' },
      before: { countries: loaded.countries.join(', '), taxNumber: loaded.taxNumber },
      after: { countries: 'US, MX', taxNumber: '' },
    },
  ])
})

test.each([
  [{ countries: [] }, 'countries', 'Enter at least one country'],
  [{ countries: ['US', 'us'] }, 'countries', 'Enter each country once'],
  [{ countries: ['US', 'UK'] }, 'countries.1', 'Enter GB for United Kingdom'],
  [{ countries: ['PR'] }, 'countries.0', 'Enter US: Puerto Rico is a state of it here'],
  [{ countries: ['Canada'] }, 'countries.0', 'Enter a country by its two letters, such as US'],
  [{ plainOrders: 'open' }, 'plainOrders', 'Choose one of these: all_in, closed'],
  [{ coreDays: 0 }, 'coreDays', 'Enter at least 1'],
  [{ coreDays: 1.5 }, 'coreDays', 'Enter a whole number'],
  [{ defaultGrams: 1_000_001 }, 'defaultGrams', 'A weight is at most 1,000 kg, which is 2,204 lb'],
  [{ taxNumber: 'x'.repeat(61) }, 'taxNumber', 'Please keep this to 60 characters'],
])('settings with %j are refused', async (change, field, message) => {
  const response = await save({ ...(await load()), ...change })
  expectProblem(response, 422, 'invalid_input')
  expect(response.body.errors).toMatchObject([{ field, message }])
})
