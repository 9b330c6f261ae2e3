import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoDelivery } from '#demo/data/demo-delivery.ts'
import { deliveryOptions } from '#domain/delivery/delivery-options.ts'
import { DeliverySchema, deliveryOf, tableOf } from '#domain/delivery/delivery.ts'
import { readDelivery } from '#domain/delivery/read-delivery.server.ts'
import { expectProblem } from '../../tests/support/problem.ts'
import { openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { signIn, type User } from '../../tests/support/users.ts'

let store: TestStore
let admin: User
let other: User
beforeAll(async () => {
  store = await openTestStore()
  ;[admin, other] = await Promise.all([signIn(store, { admin: true }), signIn(store, { admin: true })])
})
afterAll(() => store.close())

const load = async () => (await admin.call('GET', '/delivery')).body
const save = async (change: object, by = admin) =>
  by.call('PUT', '/delivery', { ...(await load()), ...change })

const [ground, air, states, alaska] = Array.from({ length: 4 }, () => randomUUID()) as [
  string,
  string,
  string,
  string,
]
const method = (_id: string, name: string) => ({
  _id,
  name,
  daysMin: 2,
  daysMax: 5,
  carriesOversize: false,
  carriesDangerous: true,
  toPoBox: false,
  active: true,
})
const table = {
  methods: [method(ground, 'Ground'), method(air, 'Air')],
  zones: [
    { _id: states, name: 'the states', areas: [{ country: 'US' }] },
    { _id: alaska, name: 'Alaska', areas: [{ country: 'US', region: 'AK' }] },
  ],
  prices: [
    { methodId: ground, zoneId: states, upToGrams: 1000, price: 7.99 },
    { methodId: ground, zoneId: states, upToGrams: 5000, price: 12 },
    { methodId: air, zoneId: alaska, upToGrams: 5000, price: 39.5 },
  ],
  terms: [{ methodId: ground, zoneId: states, freeFrom: 99, oversize: 0 }],
}

test('a store delivers everything in the United States at no charge until its owner enters something', async () => {
  const fresh = await openTestStore()
  const { revision, table: first } = await readDelivery(fresh.db)
  const lines = [{ name: 'Hood', quantity: 9, weightGrams: 90_000, oversize: true, dangerous: true }]
  const to = { country: 'US', region: 'AK', postalCode: '99501', poBox: true }
  expect(revision).toBe(0)
  expect(deliveryOptions(first, 1000, lines, 100, to)).toMatchObject([{ priceCents: 0, unavailable: null }])
  expect(deliveryOptions(first, 1000, lines, 100, { ...to, country: 'CA' })).toMatchObject([
    { unavailable: expect.stringContaining('Canada') },
  ])
  const own = await signIn(fresh, { admin: true })
  const shown = (await own.call('GET', '/delivery')).body
  expect(shown).toMatchObject({ revision: 0, methods: [{ name: 'Standard delivery' }] })
  const stored = await own.call('PUT', '/delivery', shown)
  expect(stored.body, 'what is shown can be saved').toEqual({ ...shown, revision: 1 })
  await fresh.close()
})

test('the whole is replaced, returned as it is stored, and read for quotes', async () => {
  const { revision } = await load()
  const saved = await save(table)
  expect(saved).toMatchObject({ status: 200, body: { revision: revision + 1 } })
  expect(saved.body).toEqual({ revision: revision + 1, ...table })
  expect(await load()).toEqual(saved.body)
  expect(await readDelivery(store.db)).toEqual({ revision: revision + 1, table: tableOf(table) })
  const fewer = { ...table, methods: table.methods.slice(0, 1), prices: table.prices.slice(0, 2) }
  expect((await save(fewer)).body).toEqual({ revision: revision + 2, ...fewer })
})

test('methods and zones keep the order that they were given', async () => {
  await save({ ...table, methods: table.methods.toReversed(), zones: table.zones.toReversed() })
  const { methods, zones } = await load()
  expect([...methods, ...zones].map(({ name }: { name: string }) => name)).toEqual([
    'Air',
    'Ground',
    'Alaska',
    'the states',
  ])
})

test('another admin’s change is not overwritten', async () => {
  const { revision } = await load()
  const responses = await Promise.all([
    admin.call('PUT', '/delivery', { ...table, revision }),
    other.call('PUT', '/delivery', { ...table, revision }),
  ])
  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const refused = responses.find(({ status }) => status === 409)
  if (refused) expectProblem(refused, 409, 'settings_changed')
})

test('the audit has the rows that a change has replaced, and nothing for a change of nothing', async () => {
  await save(table)
  const newest = async () => (await admin.call('GET', '/audit?kind=settings&limit=1')).body[0]
  const before = await newest()
  await save({})
  expect(await newest()).toEqual(before)
  const price = { methodId: ground, zoneId: states, upToGrams: 5000, price: 14.25 }
  await save({ prices: [table.prices[0], price, table.prices[2]], terms: [] })
  expect(await newest()).toMatchObject({
    action: 'edit_delivery',
    actor: { email: admin.email },
    subject: { kind: 'settings', id: 'delivery' },
    before: {
      prices: 'Ground to the states up to 5000 g: $12.00',
      terms: 'Ground to the states: free from $99.00, $0.00 per oversize piece',
    },
    after: { prices: 'Ground to the states up to 5000 g: $14.25', terms: '' },
  })
  await save({ ...table, terms: [], methods: table.methods.toReversed() })
  expect((await newest()).after).toMatchObject({ order: 'Air, Ground, the states, Alaska' })
})

describe('a delivery is refused at the field', () => {
  const first = table.prices[0]
  const area = { country: 'US', postalPrefix: '60-6' }
  test.each([
    ['methods.1._id', 'Another method has this id', { methods: [method(ground, 'A'), method(ground, 'B')] }],
    ['methods.1.name', 'Another method has this name', { methods: [method(ground, 'A'), method(air, 'a')] }],
    ['methods.0.daysMax', 'Must be at least 9', { methods: [{ ...method(ground, 'A'), daysMin: 9 }] }],
    ['methods.0._id', 'Must be a UUID', { methods: [method('ground', 'A')] }],
    ['methods.0.name', 'Enter a name', { methods: [method(ground, ' ')] }],
    [
      'zones.1.areas.0',
      'This area is in the states already',
      { zones: [table.zones[0], { _id: alaska, name: 'Other', areas: [{ country: 'us ' }] }] },
    ],
    [
      'zones.0.areas.1',
      'This area is in A already',
      { zones: [{ _id: states, name: 'A', areas: [area, { ...area, postalPrefix: '606' }] }] },
    ],
    [
      'zones.0.areas.0.region',
      'Must be a state by its name or code, such as AL',
      { zones: [{ _id: states, name: 'A', areas: [{ country: 'US', region: 'Ilinois' }] }] },
    ],
    [
      'zones.0.areas.1.region',
      'Must be a province by its name or code, such as AB',
      { zones: [{ _id: states, name: 'A', areas: [{ country: 'US' }, { country: 'CA', region: 'IL' }] }] },
    ],
    [
      'zones.0.areas.1',
      'This area is in A already',
      {
        zones: [
          {
            _id: states,
            name: 'A',
            areas: [
              { country: 'CA', region: 'Québec' },
              { country: 'CA', region: 'qc' },
            ],
          },
        ],
      },
    ],
    [
      'zones.0.areas.0.postalPrefix',
      'Must be the first digits of a ZIP code, at most five',
      { zones: [{ _id: states, name: 'A', areas: [{ country: 'US', postalPrefix: 'K1A' }] }] },
    ],
    [
      'zones.0.areas.0.postalPrefix',
      'Must be the beginning of a postal code, such as K1A',
      { zones: [{ _id: states, name: 'A', areas: [{ country: 'CA', postalPrefix: '606' }] }] },
    ],
    [
      'zones.0.areas.0.postalPrefix',
      'Must be the beginning of a postal code',
      { zones: [{ _id: states, name: 'A', areas: [{ country: 'DE', postalPrefix: 'ß'.repeat(12) }] }] },
    ],
    [
      'zones.0.areas.0.region',
      'Please keep this to 40 characters',
      { zones: [{ _id: states, name: 'A', areas: [{ country: 'DE', region: 'ß'.repeat(21) }] }] },
    ],
    [
      'zones.0.areas.0.country',
      'Must be a country’s code, such as US',
      { zones: [{ _id: states, name: 'A', areas: [{ country: 'PR' }] }] },
    ],
    ['prices.0.methodId', 'There is no such method', { prices: [{ ...first, methodId: randomUUID() }] }],
    ['prices.0.zoneId', 'There is no such zone', { prices: [{ ...first, zoneId: randomUUID() }] }],
    ['prices.1.upToGrams', 'Must be heavier than the step before', { prices: [first, first] }],
    [
      'prices.1.price',
      'Must cost at least as much as the step before',
      { prices: [first, { ...first, upToGrams: 2000, price: 7.98 }] },
    ],
    ['prices.0.price', 'Must not be less than 0', { prices: [{ ...first, price: -1 }] }],
    ['prices.0.price', 'Has at most two decimals', { prices: [{ ...first, price: 1.005 }] }],
    ['prices.0.upToGrams', 'Enter at least 1', { prices: [{ ...first, upToGrams: 0 }] }],
    ['terms.0.freeFrom', 'Must not be less than 0', { terms: [{ ...table.terms[0], freeFrom: -1 }] }],
    ['terms.1', 'This method and zone have terms already', { terms: [table.terms[0], table.terms[0]] }],
    [
      'methods',
      'Enter at most 50 methods',
      { methods: Array.from({ length: 51 }, (_, at) => method(randomUUID(), `M${at}`)) },
    ],
    [
      'zones',
      'Enter at most 100 zones',
      {
        zones: Array.from({ length: 101 }, (_, at) => ({ _id: randomUUID(), name: `Z${at}`, areas: [] })),
      },
    ],
    [
      'zones',
      'Enter at most 2000 areas',
      {
        zones: [states, alaska].map((_id, nth) => ({
          _id,
          name: `Z${nth}`,
          areas: Array.from({ length: 1001 }, (_, at) => ({
            country: 'US',
            postalPrefix: String(10_000 + nth * 1001 + at),
          })),
        })),
      },
    ],
  ])('%s: %s', async (field, message, change) => {
    const before = await load()
    const response = await save({ ...table, ...change })
    expectProblem(response, 422, 'invalid_input')
    expect(response.body.errors).toContainEqual(expect.objectContaining({ field, message }))
    expect(await load()).toEqual(before)
  })

  test('that it lacks', async () => {
    const { toPoBox: _, ...incomplete } = method(ground, 'Ground')
    expectProblem(await save({ ...table, methods: [incomplete] }), 422, 'invalid_input')
  })
})

test('the largest delivery is accepted', async () => {
  const methods = Array.from({ length: 50 }, (_, at) => method(randomUUID(), `Method ${at}`))
  const zones = Array.from({ length: 100 }, (_, at) => ({
    _id: randomUUID(),
    name: `Zone ${at}`,
    areas: Array.from({ length: 20 }, (_, nth) => ({
      country: 'US',
      region: 'IL',
      postalPrefix: String(10_000 + at * 20 + nth),
    })),
  }))
  const prices = methods.flatMap(({ _id: methodId }) =>
    zones.map(({ _id: zoneId }) => ({ methodId, zoneId, upToGrams: 1_000_000, price: 999_999.99 })),
  )
  const saved = await save({ methods, zones, prices, terms: [] })
  expect(saved.status).toBe(200)
  expect((await load()).prices).toHaveLength(5000)
  await save(table)
})

test('the demo’s delivery is one that an admin could have entered', () => {
  const entered = deliveryOf(1, demoDelivery)
  expect(DeliverySchema.parse(entered)).toEqual(entered)
  const quote = (region: string, postalCode: string, poBox = false) =>
    deliveryOptions(
      demoDelivery,
      1000,
      [{ name: 'AGM Battery', quantity: 1, weightGrams: 20_000, oversize: false, dangerous: true }],
      10_000,
      { country: 'US', region, postalCode, poBox },
    ).map(({ name, priceCents }) => [name, priceCents])
  expect(quote('IL', '60602')).toEqual([
    ['Ground', 0],
    ['Expedited', null],
    ['Economy by mail', null],
    ['Freight', 14_900],
  ])
  expect(quote('AK', '99501').map(([, price]) => price)).toEqual([null, null, null, null])
})
