// Long because it tests every change of a tax region.
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { regionAt } from '#domain/tax/region-at.ts'
import { readAllTaxRegions, readTaxRegions } from '#domain/tax/tax-region-queries.server.ts'
import { stockProduct } from '../../tests/support/orders.ts'
import { expectProblem } from '../../tests/support/problem.ts'
import { countWaiting, queueBehindLock } from '../../tests/support/queue-behind-lock.ts'
import { openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { type User, signIn } from '../../tests/support/users.ts'

let store: TestStore
let admin: User
let customer: User

beforeAll(async () => {
  store = await openTestStore()
  ;[admin, customer] = await Promise.all([
    signIn(store, { admin: true, name: 'Robin Fielder' }),
    signIn(store),
  ])
})
afterAll(() => store.close())
afterEach(() => store.db.deleteFrom('tax_regions').execute())

const illinois = { country: 'US', region: 'IL', name: 'Illinois', rate: 6.25, validFrom: '2026-01-01' }
const add = (region: object = {}) => admin.call('POST', '/tax-regions', { ...illinois, ...region })
const list = async () => (await admin.call('GET', '/tax-regions')).body
const end = (id: string, validTo: string | null) => admin.call('PATCH', `/tax-region/${id}`, { validTo })

test('a new store has no tax region: no rate ships as truth', async () => {
  expect(await list()).toEqual([])
})

test('only admins see, add and end tax regions', async () => {
  const { insertedId } = (await add()).body
  expectProblem(await customer.call('GET', '/tax-regions'), 403, 'forbidden')
  expectProblem(await customer.call('POST', '/tax-regions', { ...illinois, region: 'IN' }), 403, 'forbidden')
  expectProblem(
    await customer.call('PATCH', `/tax-region/${insertedId}`, { validTo: '2026-02-01' }),
    403,
    'forbidden',
  )
  expect(await list()).toHaveLength(1)
})

test('a region is listed as it was entered, and its place as ranges compare it', async () => {
  const response = await add({
    country: ' us',
    region: 'il',
    postalFrom: '606',
    postalTo: '608-',
    rate: '10.2575',
    deliveryTaxed: true,
    coreTaxed: true,
    validTo: '2026-12-31',
  })
  expect(response).toMatchObject({ status: 201, body: { insertedId: expect.any(String) } })
  await add()
  await add({ region: undefined, name: 'Everywhere else', rate: 0 })
  await add({ validFrom: '2025-01-01', validTo: '2025-12-31', rate: 6 })
  const flags = { deliveryTaxed: false, coreTaxed: false, coreTaxRefunded: false }
  expect(await list()).toEqual([
    {
      _id: expect.any(String),
      country: 'US',
      name: 'Everywhere else',
      rate: 0,
      ...flags,
      validFrom: '2026-01-01',
    },
    { _id: expect.any(String), ...illinois, ...flags },
    {
      _id: expect.any(String),
      ...illinois,
      ...flags,
      rate: 6,
      validFrom: '2025-01-01',
      validTo: '2025-12-31',
    },
    {
      _id: response.body.insertedId,
      ...illinois,
      ...flags,
      postalFrom: '606',
      postalTo: '608',
      rate: 10.2575,
      deliveryTaxed: true,
      coreTaxed: true,
      validTo: '2026-12-31',
    },
  ])
})

test('a state or province may be entered by its name, and is stored by its code', async () => {
  await add({ region: 'illinois ' })
  await add({ country: 'CA', region: 'Québec', name: 'QST' })
  expect((await list()).map(({ region }: { region: string }) => region)).toEqual(['QC', 'IL'])
  expectProblem(await add({ region: 'IL' }), 409, 'region_overlaps')
})

describe('two regions of one place on one day are refused:', () => {
  test.each([
    ['the same', {}, {}],
    ['from its last day', { validTo: '2026-06-30' }, { validFrom: '2026-06-30' }],
    ['to its first day', {}, { validFrom: '2025-01-01', validTo: '2026-01-01' }],
    [
      'postal codes in common',
      { postalFrom: '60601', postalTo: '60605' },
      { postalFrom: '60605', postalTo: '60609' },
    ],
    [
      'a beginning of its codes',
      { postalFrom: '60601', postalTo: '60605' },
      { postalFrom: '606', postalTo: '606' },
    ],
    ['without a state', { region: undefined }, { region: undefined, name: 'USA' }],
  ])('%s', async (_what, first, second) => {
    await add({ ...first, name: 'Illinois 2026' })
    const response = await add(second)
    expectProblem(response, 409, 'region_overlaps')
    expect(response.body.detail).toMatch(/^“Illinois 2026” already has a rate for .*US from Jan 1, 2026/)
    expect(await list()).toHaveLength(1)
  })

  test.each([
    ['the day after', { validTo: '2026-06-30' }, { validFrom: '2026-07-01' }],
    ['another state', {}, { region: 'IN' }],
    ['the whole country', {}, { region: undefined }],
    ['postal codes of it', {}, { postalFrom: '60601', postalTo: '60605' }],
    [
      'the next codes',
      { postalFrom: '60601', postalTo: '60605' },
      { postalFrom: '60606', postalTo: '60609' },
    ],
    ['another country', { region: undefined }, { region: undefined, country: 'CA' }],
  ])('but not %s', async (_what, first, second) => {
    expect((await add(first)).status).toBe(201)
    expect((await add(second)).status).toBe(201)
  })

  test('even when two admins enter them at once', async () => {
    const responses = await Promise.all([add(), add({ name: 'Illinois again' })])
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
  })
})

describe('a region', () => {
  test('ends on the day that an admin says, or goes on, and the next one follows', async () => {
    const { insertedId: old } = (await add()).body
    expect((await end(old, '2026-06-30')).body).toEqual({ modifiedCount: 1 })
    expect((await end(old, '2026-06-30')).body).toEqual({ modifiedCount: 0 })
    const { insertedId: next } = (await add({ rate: 6.5, validFrom: '2026-07-01' })).body
    expectProblem(await end(old, null), 409, 'region_overlaps')
    expectProblem(await end(old, '2026-07-01'), 409, 'region_overlaps')
    expect((await end(old, '2026-05-31')).body).toEqual({ modifiedCount: 1 })
    expect((await end(next, null)).body).toEqual({ modifiedCount: 0 })
    expect((await readTaxRegions(store.db, '2026-06-15')).map(({ id }) => id)).toEqual([])
    expect((await readTaxRegions(store.db, '2026-05-31')).map(({ id }) => id)).toEqual([old])
    expect(await readTaxRegions(store.db, '2030-01-01')).toMatchObject([{ id: next, ratePpm: 65_000 }])
  })

  test('does not end before its first day', async () => {
    const response = await end((await add()).body.insertedId, '2025-12-31')
    expectProblem(response, 422, 'invalid_input')
    expect(response.body.errors).toMatchObject([{ field: 'validTo' }])
  })

  test('that does not exist is not found', async () => {
    expectProblem(await end('00000000-0000-4000-8000-000000000000', null), 404, 'not_found')
    expectProblem(await end('x', null), 404, 'not_found')
  })
})

test.each([
  [{ rate: 30.0001 }, 'rate', 'Enter at most 30'],
  [{ rate: -1 }, 'rate', 'Enter at least 0'],
  [{ rate: 6.12345 }, 'rate', 'Enter at most four decimals'],
  [{ rate: undefined }, 'rate', 'Enter the rate'],
  [{ country: 'USA' }, 'country', 'Enter a country by its two letters, such as US'],
  [{ region: 'Ilinois' }, 'region', 'Enter a state by its name or code, such as Alabama or AL'],
  [{ country: 'CA', region: 'IL' }, 'region', 'Enter a province by its name or code, such as Alberta or AB'],
  [{ country: 'DE', region: 'BE' }, 'region', expect.stringMatching(/^Leave this blank: /)],
  [{ country: 'uk', region: undefined }, 'country', 'Enter GB for United Kingdom'],
  [{ country: 'PR', region: undefined }, 'country', 'Enter US: Puerto Rico is a state of it here'],
  [{ country: 'XX' }, 'country', 'Enter a country by its two letters, such as US'],
  [
    { postalFrom: 'K1A', postalTo: 'K2Z' },
    'postalFrom',
    'Enter the first digits of a ZIP code, at most five',
  ],
  [
    { postalFrom: '606', postalTo: '60801-123' },
    'postalTo',
    'Enter the first digits of a ZIP code, at most five',
  ],
  [
    { country: 'CA', region: 'ON', postalFrom: '606', postalTo: 'K2Z' },
    'postalFrom',
    'Enter the beginning of a postal code, such as K1A',
  ],
  [{ postalFrom: 'ß', postalTo: '608' }, 'postalFrom', 'Enter a postal code, or its beginning'],
  [{ region: ' ' }, 'region', 'Enter a state by its code, such as IL'],
  [{ postalFrom: '60601' }, 'postalTo', 'Enter the last postal code too; it may be the same'],
  [{ postalTo: '60601' }, 'postalFrom', 'Enter the first postal code too; it may be the same'],
  [{ postalFrom: '608', postalTo: '606' }, 'postalTo', 'Enter one that is not before the first'],
  [{ postalFrom: '-', postalTo: '606' }, 'postalFrom', 'Enter a postal code, or its beginning'],
  [{ name: ' ' }, 'name', 'Enter a name, such as Illinois'],
  [{ validFrom: '2026-02-30' }, 'validFrom', 'Enter a day, such as 2011-03-01'],
  [{ validTo: '2025-12-31' }, 'validTo', 'Enter a day that is not before the first'],
])('a region with %j is refused', async (region, field, message) => {
  const response = await add(region)
  expectProblem(response, 422, 'invalid_input')
  expect(response.body.errors[0]).toMatchObject({ field, message })
})

describe('a region that was entered by mistake', () => {
  const remove = (id: string, person = admin) => person.call('DELETE', `/tax-region/${id}`)
  const address = {
    name: 'Casey Morgan',
    line1: '12 Elm Street',
    city: 'Peoria',
    region: 'IL',
    postalCode: '61602',
    country: 'US',
    phone: '(217) 555-0100',
  }
  async function fillCart() {
    const productId = await stockProduct(store, { price: 100 })
    await customer.call('POST', '/cart/lines', { productId, quantity: 1 })
    const { revision } = (await customer.call('GET', '/cart')).body
    const { total, methodId } = (await customer.call('POST', '/cart/quote', { address })).body
    return { revision, expectedTotal: total, address, methodId }
  }

  test('is deleted by admins only, and the audit has what it was', async () => {
    const { insertedId } = (await add({ deliveryTaxed: true })).body
    expectProblem(await remove(insertedId, customer), 403, 'forbidden')
    expect((await remove(insertedId)).body).toEqual({ deletedCount: 1 })
    expect(await list()).toEqual([])
    expectProblem(await remove(insertedId), 404, 'not_found')
    expectProblem(await remove('x'), 404, 'not_found')
    const { body } = await admin.call('GET', '/audit?kind=settings&subject=tax_region&limit=1')
    expect(body).toMatchObject([
      {
        action: 'delete_tax_region',
        actor: { name: 'Robin Fielder' },
        subject: { kind: 'tax_region', id: insertedId, there: false },
        before: { name: 'Illinois', country: 'US', region: 'IL', rate: 6.25, deliveryTaxed: true },
      },
    ])
    expect((await add()).status, 'its place is free').toBe(201)
  })

  test('stays once something has been ordered with its tax, and can be ended', async () => {
    const { insertedId } = (await add()).body
    expect((await customer.call('POST', '/checkout', await fillCart())).body.total).toBe(106.25)
    const response = await remove(insertedId)
    expectProblem(response, 409, 'region_in_use')
    expect(response.body.detail).toBe(
      'Orders have been placed with the tax of “Illinois”. End it with a date instead.',
    )
    expect((await end(insertedId, '2099-12-31')).status).toBe(200)
    expect(await list()).toHaveLength(1)
  })

  test('stays for an order that is being placed with its tax', async () => {
    const { insertedId } = (await add()).body
    const body = await fillCart()
    // The checkout has its parts and waits for its account; the deletion waits for the checkout.
    const [placed, removed] = await queueBehindLock(
      store.db,
      sql`select from accounts where email = ${customer.email} for update`,
      2,
      async () => {
        const checkout = customer.call('POST', '/checkout', body)
        await expect.poll(() => countWaiting(store.db), { interval: 5 }).toBe(1)
        return Promise.all([checkout, remove(insertedId)])
      },
    )
    expect([placed.status, placed.body.total]).toEqual([201, 106.25])
    expectProblem(removed, 409, 'region_in_use')
  })
})

test('the audit has who added a region, and who ended it', async () => {
  const { insertedId } = (await add({ postalFrom: '606', postalTo: '608' })).body
  await end(insertedId, '2026-12-31')
  const { body } = await admin.call('GET', '/audit?kind=settings&subject=tax_region&limit=2')
  expect(body).toMatchObject([
    {
      action: 'end_tax_region',
      actor: { name: 'Robin Fielder' },
      subject: { kind: 'tax_region', id: insertedId, name: 'Illinois', there: true },
      before: { validTo: '' },
      after: { validTo: '2026-12-31' },
    },
    { action: 'add_tax_region', after: { rate: 6.25, postalCodes: '606 – 608', deliveryTaxed: false } },
  ])
})

test('of the regions that the database accepts, one at most applies to a place on a day', async () => {
  const { id: accountId } = await store.db
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', admin.email)
    .executeTakeFirstOrThrow()
  const postalCode = fc.stringMatching(/^[0-3A]{1,3}$/)
  const postal = fc.oneof(
    fc.constant({ postal_from: null, postal_to: null }),
    fc
      .tuple(postalCode, postalCode)
      .map(([a, b]) => (a < b ? { postal_from: a, postal_to: b } : { postal_from: b, postal_to: a })),
  )
  const day = fc.integer({ min: 10, max: 19 }).map((date) => `2026-01-${date}`)
  const days = fc.tuple(day, fc.option(day)).map(([from, to]) => ({
    valid_from: to !== null && to < from ? to : from,
    valid_to: to !== null && to < from ? from : to,
  }))
  const region = fc.record({ region: fc.constantFrom(null, 'IL'), postal, days })
  const place = fc.record({ region: fc.constantFrom(null, 'IL', 'TX'), postalCode, day })
  await fc.assert(
    fc.asyncProperty(
      fc.array(region, { minLength: 30, maxLength: 30 }),
      fc.array(place, { minLength: 50, maxLength: 50 }),
      async (tried, places) => {
        await store.db.deleteFrom('tax_regions').execute()
        for (const { region: state, postal: codes, days: valid } of tried)
          await store.db
            .insertInto('tax_regions')
            .values({
              country: 'US',
              region: state,
              ...codes,
              name: 'Region',
              rate_ppm: 62_500,
              delivery_taxed: false,
              core_taxed: false,
              core_tax_refunded: false,
              ...valid,
              entered_by: accountId,
            })
            .onConflict((conflict) => conflict.doNothing())
            .execute()
        const stored = await readAllTaxRegions(store.db)
        expect(stored.length).toBeGreaterThan(0)
        // Were there two, the order of the list would decide.
        for (const { day: on, ...at } of places)
          expect(regionAt(stored, { country: 'US', ...at }, on)).toBe(
            regionAt(stored.toReversed(), { country: 'US', ...at }, on),
          )
      },
    ),
    { numRuns: 15 },
  )
})
