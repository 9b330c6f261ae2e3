// Long because it tests every refusal of a checkout.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findViewer } from '#domain/accounts/find-viewer.server.ts'
import { checkOut as checkOutIn } from '#domain/cart/check-out.server.ts'
import { confirmPayment, WITHOUT_WEBHOOKS } from '../../tests/support/card-payments.ts'
import { charge, newKey, order, stockProduct } from '../../tests/support/orders.ts'
import { expectProblem } from '../../tests/support/problem.ts'
import { countWaiting, queueBehindLock } from '../../tests/support/queue-behind-lock.ts'
import { countOutcomes, expectEveryRule } from '../../tests/support/store-pair.ts'
import { openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { type ApiResponse, signIn, type User } from '../../tests/support/users.ts'

let store: TestStore
let admin: User
let customer: User
let pads: string
let alternator: string

const [GROUND, EXPRESS, FREIGHT] = [1, 2, 3].map((id) => `00000000-0000-4000-8000-00000000000${id}`)
const [LOWER, ALASKA] = [8, 9].map((id) => `00000000-0000-4000-8000-00000000000${id}`)
const peoria = {
  name: 'Casey Morgan',
  line1: '12 Elm Street',
  city: 'Peoria',
  region: 'IL',
  postalCode: '61602',
  country: 'US',
  phone: '(217) 555-0100',
}
const juneau = { ...peoria, city: 'Juneau', region: 'AK', postalCode: '99801' }

beforeAll(async () => {
  store = await openTestStore({ SIMULATOR_FAULTS: WITHOUT_WEBHOOKS })
  admin = await signIn(store, { admin: true })
  const honda = { make: 'Honda', fuel: 'Regular', drive: 'FWD', displacement_l: '1.8', cylinders: 4 }
  await store.db
    .insertInto('vehicles')
    .values([
      { ...honda, model: 'Civic', year: 2012 },
      { ...honda, model: 'Accord', year: 2015 },
    ])
    .execute()
  const { revision } = (await admin.call('GET', '/delivery')).body
  const method = (_id: string | undefined, name: string, more: object) => ({
    _id,
    name,
    daysMin: 2,
    daysMax: 5,
    carriesOversize: false,
    carriesDangerous: false,
    toPoBox: false,
    active: true,
    ...more,
  })
  const saved = await admin.call('PUT', '/delivery', {
    revision,
    methods: [
      method(GROUND, 'Ground', { carriesDangerous: true }),
      method(EXPRESS, 'Express', { toPoBox: true }),
      method(FREIGHT, 'Freight', { carriesOversize: true }),
    ],
    zones: [
      { _id: LOWER, name: 'the 48 states', areas: [{ country: 'US' }] },
      { _id: ALASKA, name: 'Alaska', areas: [{ country: 'US', region: 'AK' }] },
    ],
    prices: [
      { methodId: GROUND, zoneId: LOWER, upToGrams: 5000, price: 9.99 },
      { methodId: GROUND, zoneId: LOWER, upToGrams: 50_000, price: 19.99 },
      { methodId: EXPRESS, zoneId: LOWER, upToGrams: 5000, price: 24.99 },
      { methodId: EXPRESS, zoneId: ALASKA, upToGrams: 5000, price: 34.99 },
      { methodId: FREIGHT, zoneId: LOWER, upToGrams: 500_000, price: 99 },
    ],
    terms: [{ methodId: GROUND, zoneId: LOWER, freeFrom: 150, oversize: 0 }],
  })
  if (saved.status !== 200) throw new Error(JSON.stringify(saved.body))
  const region = await admin.call('POST', '/tax-regions', {
    country: 'US',
    region: 'IL',
    name: 'Illinois',
    rate: 6.25,
    deliveryTaxed: true,
    coreTaxed: false,
    coreTaxRefunded: false,
    validFrom: '2020-01-01',
  })
  if (region.status !== 201) throw new Error(JSON.stringify(region.body))
})
afterAll(() => store.close())
beforeEach(async () => {
  customer = await signIn(store)
  pads = await stockProduct(store, { name: 'Ceramic Brake Pads', price: 38.9, available: 10 })
  alternator = await stockProduct(store, { name: 'Alternator', price: 45.5, available: 10 })
  await sql`update products set core_cents = 1500, weight_grams = 2000 where id = ${alternator}`.execute(
    store.db,
  )
})

const add = (productId: string, quantity = 1, person = customer) =>
  person.call('POST', '/cart/lines', { productId, quantity })
const cartOf = async (person = customer) => (await person.call('GET', '/cart')).body
const quote = async (body: object, person: User | null = customer) =>
  person
    ? (await person.call('POST', '/cart/quote', body)).body
    : (
        await fetch(`${store.url}/cart/quote`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
      ).json()
/** Two pads and an alternator with a deposit of $15. */
async function fillCart(person = customer) {
  await add(pads, 2, person)
  return (await add(alternator, 1, person)).body
}
const checkOut = (body: object, person = customer, headers: Record<string, string> = {}) =>
  person.call('POST', '/checkout', body, headers)
/** What the checkout page sends after a quote. */
async function seen(person = customer, address: object = peoria, methodId = GROUND) {
  const { revision } = await cartOf(person)
  const { total } = await quote({ address, methodId }, person)
  return { revision, expectedTotal: total, address, methodId }
}
const purchases = async (person = customer) => (await person.call('GET', '/purchases/mine')).body
const stock = async (id: string) => (await admin.call('GET', `/product/${id}`)).body.available
async function expectNothingStored() {
  expect(await purchases()).toEqual([])
  expect([await stock(pads), await stock(alternator)]).toEqual([10, 10])
}

describe('a quote', () => {
  test('says to everyone, from a ZIP code alone, what parts cost to the door', async () => {
    const lines = [
      { productId: pads, quantity: 2 },
      { productId: alternator, quantity: 1 },
    ]
    // Parts 77.80 + 45.50; deposit 15.00; Ground 9.99. Tax 6.25 %: 4.8625 → 4.86, 2.84375 → 2.84, and of
    // the delivery 0.624375 → 0.62: 8.32.
    const shown = await quote({ lines, postalCode: '61602' }, null)
    expect(shown).toMatchObject({
      parts: 123.3,
      coreDeposits: 15,
      methodId: GROUND,
      delivery: 9.99,
      taxes: [{ name: 'Illinois', rate: 6.25, amount: 8.32 }],
      tax: 8.32,
      taxIncluded: false,
      total: 156.61,
      estimated: true,
      missing: ['login', 'address'],
      problems: [],
    })
    expect(shown.options).toEqual([
      { methodId: GROUND, name: 'Ground', price: 9.99, daysMin: 2, daysMax: 5, freeFrom: 150 },
      { methodId: EXPRESS, name: 'Express', price: 24.99, daysMin: 2, daysMax: 5 },
      { methodId: FREIGHT, name: 'Freight', price: 99, daysMin: 2, daysMax: 5 },
    ])
    // No destination, no delivery and no tax.
    expect(await quote({ lines }, null)).toMatchObject({
      total: 138.3,
      options: [],
      taxes: [],
      estimated: true,
    })
    expectProblem(await customer.call('POST', '/cart/quote', { lines, postalCode: '00000' }), 422)
  })

  test('is of the customer’s own cart and address book after logging in', async () => {
    await fillCart()
    const { insertedId } = (await customer.call('POST', '/addresses', peoria)).body
    const own = await quote({ addressId: insertedId })
    expect(own).toMatchObject({ total: 156.61, estimated: false, missing: [] })
    expectProblem(await (await signIn(store)).call('POST', '/cart/quote', { addressId: insertedId }), 404)
    const visitor = await fetch(`${store.url}/cart/quote`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    expect(visitor.status).toBe(401)
  })

  test('says why a part cannot be delivered, and what to do', async () => {
    const battery = await stockProduct(store, { name: 'AGM Battery' })
    await sql`update products set dangerous = true where id = ${battery}`.execute(store.db)
    const shown = await quote({ lines: [{ productId: battery, quantity: 1 }], address: juneau })
    expect(shown.problems).toEqual([
      {
        field: 'methodId',
        code: 'not_deliverable',
        message: expect.stringMatching(/AGM Battery to Alaska: .*[Rr]emove it/),
      },
    ])
    expect(shown).not.toHaveProperty('delivery')
    expect(shown.missing).toEqual(['method'])
    const abroad = await quote({
      lines: [{ productId: pads, quantity: 1 }],
      country: 'CA',
      postalCode: 'K1A 0B1',
    })
    expect(abroad.problems[0].code).toBe('not_deliverable')
  })

  test('delivers to and taxes a province however it is typed, or by its postal code alone', async () => {
    const region = { country: 'CA', region: 'ON', name: 'Ontario', rate: 13, validFrom: '2020-01-01' }
    expect((await admin.call('POST', '/tax-regions', region)).status).toBe(201)
    const lines = [{ productId: pads, quantity: 1 }]
    const ottawa = { ...peoria, city: 'Ottawa', postalCode: 'k1a0b1', country: 'CA' }
    const places = [
      { address: { ...ottawa, region: 'on' } },
      { address: { ...ottawa, region: 'Ontario' } },
      { country: 'ca', region: ' On ', postalCode: 'K1A0B1' },
      { country: 'CA', postalCode: 'K1A 0B1' },
    ]
    for (const place of places)
      expect((await quote({ lines, ...place })).taxes).toEqual([{ name: 'Ontario', rate: 13, amount: 5.06 }])
    const montreal = { country: 'CA', region: 'ON', postalCode: 'H2Y 1C6' }
    expect((await quote({ lines, ...montreal })).taxes, 'the postal code decides').toEqual([])
  })
})

describe('a checkout', () => {
  test('stores what was shown: parts, deposits, delivery and tax to the cent, and empties the cart', async () => {
    await fillCart()
    const body = await seen()
    const response = await checkOut(body)
    expect(response.status).toBe(201)
    const { purchaseId, number, insertedIds, total } = response.body
    expect({ purchaseId, total }).toEqual({ purchaseId: insertedIds[0], total: 156.61 })
    expect((await purchases())[0]).toMatchObject({
      _id: purchaseId,
      number,
      status: 'unpaid',
      lines: [
        { productId: pads, quantity: 2, price: 38.9, tax: 4.86 },
        { productId: alternator, quantity: 1, coreDeposit: 15, tax: 2.84 },
      ],
      parts: 123.3,
      coreDeposits: 15,
      delivery: { name: 'Ground', price: 9.99, daysMin: 2, daysMax: 5 },
      tax: 8.32,
      total: 156.61,
      address: 'Casey Morgan\n12 Elm Street\nPeoria, IL 61602',
    })
    expect(await cartOf()).toMatchObject({ revision: 0, lines: [] })
    expect([await stock(pads), await stock(alternator)]).toEqual([8, 9])
    const { transactionId } = await charge(store, customer, purchaseId)
    expect((await confirmPayment(customer, purchaseId, transactionId)).body).toEqual({ modifiedCount: 1 })
    await expectEveryRule(store)
  })

  test('prints the address below the customer’s name, which it does not repeat', async () => {
    const casey = await signIn(store, { name: 'Casey Morgan' })
    await add(pads, 1, casey)
    const { purchaseId } = (await checkOut(await seen(casey), casey)).body
    const { name, address } = (await casey.call('GET', `/purchase/${purchaseId}`)).body
    expect([name, address]).toEqual(['Casey Morgan', '12 Elm Street\nPeoria, IL 61602'])
  })

  test('of one part is a purchase of one order', async () => {
    await add(pads, 4)
    const { insertedIds, total } = (await checkOut(await seen())).body
    const shown = (await customer.call('GET', `/orders/${insertedIds[0]}`)).body
    expect(shown).toMatchObject({ orderQty: 4, totalPrice: 155.6 })
    // Free from $150, and its tax: 9.725 → 9.73.
    expect(total).toBe(165.33)
    expect((await purchases())[0]).toMatchObject({ delivery: { name: 'Ground', price: 0 }, total: 165.33 })
    // What has to be paid for it is more than its part.
    const [id] = insertedIds
    const { body: toPay } = await customer.call('GET', `/payment/${id}`)
    expect(toPay.purchase).toMatchObject({ _id: id, parts: 1, total })
    const intent = { orderId: id, totalPrice: total }
    expect((await customer.call('POST', '/create-payment-intent', intent)).status).toBe(201)
  })

  test('names every line that is wrong, and stores nothing', async () => {
    const gone = await stockProduct(store, { name: 'Gone' })
    const few = await stockProduct(store, { name: 'Few', available: 1 })
    await fillCart()
    for (const id of [gone, few]) await add(id)
    const body = await seen()
    await admin.call('DELETE', `/product/${gone}`)
    await order(await signIn(store), few)
    const response = await checkOut(body)
    expectProblem(response, 409, 'no_longer_sold')
    expect(
      response.body.errors.map(({ field, code }: { field: string; code: string }) => [field, code]),
    ).toEqual([
      [`lines.${gone}`, 'no_longer_sold'],
      [`lines.${few}`, 'insufficient_stock'],
    ])
    expect((await cartOf()).lines).toHaveLength(4)
    await expectNothingStored()
  })

  test('of a minimum alone is invalid, and with a conflict a conflict', async () => {
    const pairs = await stockProduct(store, { name: 'Pairs', minOrder: 2 })
    await add(pairs, 2)
    const body = await seen()
    await sql`update cart_lines set quantity = 1 where product_id = ${pairs}`.execute(store.db)
    expectProblem(await checkOut(body), 422, 'below_min_order')
    // The conflict comes second, and gives its code and message.
    await add(pads)
    const both = { ...body, revision: (await cartOf()).revision }
    await admin.call('PATCH', `/product/${pads}/stock`, { quantity: -10 })
    const response = await checkOut(both)
    expectProblem(response, 409, 'insufficient_stock')
    expect(
      response.body.errors.map(({ field, code }: { field: string; code: string }) => [field, code]),
    ).toEqual([
      [`lines.${pairs}`, 'below_min_order'],
      [`lines.${pads}`, 'insufficient_stock'],
    ])
    expect(response.body.detail).toBe(response.body.errors[1].message)
    expect((await cartOf()).lines).toHaveLength(2)
    expect(await purchases()).toEqual([])
  })

  test('charges no other total than the one on the screen', async () => {
    await fillCart()
    const body = await seen()
    const { price } = (await admin.call('GET', `/product/${pads}`)).body
    await admin.call('PATCH', `/product/${pads}/price`, { was: price, price: price + 1 })
    const response = await checkOut(body)
    expectProblem(response, 409, 'cart_changed')
    expect(response.body.quote).toMatchObject({ parts: 125.3, total: expect.any(Number) })
    await expectNothingStored()
    expect((await checkOut({ ...body, expectedTotal: response.body.quote.total })).status).toBe(201)
  })

  test.each([
    [{ expectedTotal: 0 }, 409, 'cart_changed'],
    [{ expectedTotal: 156.615 }, 409, 'cart_changed'],
    [{ expectedTotal: -1 }, 422, 'invalid_input'],
    [{ expectedTotal: undefined }, 422, 'invalid_input'],
    [{ revision: 1 }, 409, 'cart_changed'],
    [{ methodId: FREIGHT }, 409, 'cart_changed'],
    [{ methodId: 'none' }, 422, 'not_deliverable'],
    [{ methodId: undefined }, 422, 'invalid_input'],
    [{ address: undefined }, 422, 'invalid_input'],
    [{ addressId: 'ffffffff-ffff-4fff-bfff-ffffffffffff' }, 422, 'invalid_input'],
    [{ address: undefined, addressId: 'ffffffff-ffff-4fff-bfff-ffffffffffff' }, 404, 'not_found'],
    [{ address: { ...peoria, postalCode: '60602', region: 'WI' } }, 422, 'invalid_input'],
    [{ address: { ...peoria, line1: 'PO Box 12' } }, 422, 'not_deliverable'],
    [{ address: { ...peoria, line1: '12 Main St P.O. Box 45' } }, 422, 'not_deliverable'],
    [{ address: { ...peoria, company: 'PO Box 12' } }, 422, 'not_deliverable'],
    [{ address: { ...peoria, city: 'PO Box 12, Peoria' } }, 422, 'not_deliverable'],
    [{ address: { ...peoria, line1: '' } }, 422, 'invalid_input'],
    [{ phone: 'call me' }, 422, 'invalid_input'],
    [{ address: juneau }, 422, 'not_deliverable'],
  ])('with %o is refused, and stores nothing', async (change, status, code) => {
    await fillCart()
    expectProblem(await checkOut({ ...(await seen()), ...change }), status, code)
    await expectNothingStored()
    expect((await cartOf()).lines).toHaveLength(2)
  })

  test('of an empty cart is refused', async () => {
    expectProblem(
      await checkOut({ revision: 0, expectedTotal: 0, address: peoria, methodId: GROUND }),
      422,
      'cart_empty',
    )
  })

  test('happens once for a double click, in two tabs, and for a repeated key', async () => {
    await fillCart()
    const body = await seen()
    const key = newKey()
    const clicks = await Promise.all([
      checkOut(body, customer, key),
      checkOut(body, customer, key),
      checkOut(body),
      checkOut(body, customer, newKey()),
    ])
    const placed = await purchases()
    expect(placed).toHaveLength(1)
    expect([await stock(pads), await stock(alternator)]).toEqual([8, 9])
    for (const { status, body: shown } of clicks)
      expect(status === 201 ? shown.purchaseId : [shown.code, shown.purchaseId]).toEqual(
        status === 201 ? placed[0]._id : ['cart_changed', placed[0]._id],
      )
    const again = await checkOut(body)
    expect(again.body.detail).toBe(`You placed this order a moment ago: ${placed[0].number}.`)
    // There is no such order any more.
    await customer.call('DELETE', `/purchase/${placed[0]._id}`)
    expectProblem(await checkOut(body), 422, 'cart_empty')
  })

  test('repeats the first response to a key, though the address has been deleted since', async () => {
    await fillCart()
    const { insertedId: addressId } = (await customer.call('POST', '/addresses', peoria)).body
    const { address: _, ...body } = { ...(await seen()), addressId }
    const key = newKey()
    const first = await checkOut(body, customer, key)
    expect(first.status).toBe(201)
    await customer.call('DELETE', `/address/${addressId}`)
    const again = await checkOut(body, customer, key)
    expect([again.status, again.body]).toEqual([201, first.body])
  })

  test('leaves a part that is added at the same moment in the cart, or is refused', async () => {
    await fillCart()
    const body = await seen()
    const late = await stockProduct(store, { name: 'Late' })
    const [placed] = await Promise.all([checkOut(body), add(late)])
    const { lines } = await cartOf()
    const names = lines.map(({ name }: { name: string }) => name)
    if (placed.status === 201) expect(names).toEqual(['Late'])
    else expect(names.toSorted()).toEqual(['Alternator', 'Ceramic Brake Pads', 'Late'])
    expect(await purchases()).toHaveLength(placed.status === 201 ? 1 : 0)
  })

  test('of many carts with shared parts, in any order, sells no part twice and never deadlocks', async () => {
    const parts = await Promise.all(
      [7, 9, 11, 13, 200].map((available, at) => stockProduct(store, { name: `Shared ${at}`, available })),
    )
    const people = await Promise.all(Array.from({ length: 20 }, () => signIn(store)))
    const bodies = await Promise.all(
      people.map(async (person, at) => {
        // Each person has the parts in another order.
        for (const step of [0, 1, 2, 3, 4])
          await add(parts[(at * 3 + step * (1 + (at % 4))) % 5] ?? '', 1, person)
        return seen(person)
      }),
    )
    const responses: ApiResponse[] = await Promise.all(
      bodies.map((body, at) => checkOut(body, people[at] ?? customer)),
    )
    expect(Object.keys(countOutcomes(responses)).toSorted()).toEqual(['201', '409 insufficient_stock'])
    const { rows } = await sql<{ left: number; ordered: number }>`
      select available as left, (select count(*)::integer from orders where product_id = p.id) as ordered
      from products p where id = any (${parts}::uuid[]) order by name`.execute(store.db)
    expect(rows.map(({ left, ordered }) => left + ordered)).toEqual([7, 9, 11, 13, 200])
    expect(Math.min(...rows.map(({ left }) => left))).toBe(0)
    await expectEveryRule(store)
  })

  test('compares a part that was added twice with the stock as one line', async () => {
    const wanted = await stockProduct(store, { name: 'Wanted', available: 108 })
    for (const quantity of [97, 23]) await add(wanted, quantity)
    const response = await checkOut(await seen())
    expectProblem(response, 409, 'insufficient_stock')
    expect(response.body.errors).toMatchObject([{ field: `lines.${wanted}` }])
    expect(await stock(wanted)).toBe(108)
  })

  test('is charged as it was placed, whatever changes before it is paid', async () => {
    await fillCart()
    const { purchaseId, total } = (await checkOut(await seen())).body
    const { price } = (await admin.call('GET', `/product/${pads}`)).body
    await admin.call('PATCH', `/product/${pads}/price`, { was: price, price: price + 10 })
    const delivery = (await admin.call('GET', '/delivery')).body
    const { body: saved } = await admin.call('PUT', '/delivery', {
      ...delivery,
      prices: delivery.prices.map((step: { price: number }) => ({ ...step, price: step.price + 5 })),
    })
    const regions = (await admin.call('GET', '/tax-regions')).body
    const illinois = regions.find(({ name }: { name: string }) => name === 'Illinois')._id
    await admin.call('PATCH', `/tax-region/${illinois}`, { validTo: '2020-01-02' })

    const shown = (await customer.call('GET', `/payment/${purchaseId}`)).body
    const { transactionId } = await charge(store, customer, purchaseId)
    await confirmPayment(customer, purchaseId, transactionId)
    await admin.call('PUT', '/delivery', { ...delivery, revision: saved.revision })
    await admin.call('PATCH', `/tax-region/${illinois}`, { validTo: null })

    expect(shown.purchase.total).toBe(total)
    const { rows } = await sql<{ cents: number }>`
      select amount::integer as cents from simulator.charges where intent_id = ${transactionId}`.execute(
      store.db,
    )
    expect(rows).toEqual([{ cents: 15_661 }])
    expect((await purchases())[0]).toMatchObject({ status: 'paid', total: 156.61, tax: 8.32 })
  })

  test('gives back the tax of its invoice, at the rate of then, after the region has another one', async () => {
    await fillCart()
    const { purchaseId, insertedIds } = (await checkOut(await seen())).body
    const { transactionId } = await charge(store, customer, purchaseId)
    await confirmPayment(customer, purchaseId, transactionId)
    const regions = (await admin.call('GET', '/tax-regions')).body
    const old = regions.find(({ name }: { name: string }) => name === 'Illinois')
    await admin.call('PATCH', `/tax-region/${old._id}`, { validTo: '2020-01-02' })
    const { _id: _, validTo: __, ...region } = old
    const newer = { ...region, name: 'Illinois, newer', rate: 10, validFrom: '2020-01-03' }
    const { insertedId } = (await admin.call('POST', '/tax-regions', newer)).body

    const lines = [{ orderId: insertedIds[0], quantity: 1 }]
    const canceled = await customer.call('POST', `/purchase/${purchaseId}/cancellations`, { lines })
    const { taxes } = await quote({ address: peoria, lines: [{ productId: pads, quantity: 1 }] })
    await admin.call('DELETE', `/tax-region/${insertedId}`)
    await admin.call('PATCH', `/tax-region/${old._id}`, { validTo: null })

    expect(taxes).toMatchObject([{ name: 'Illinois, newer', rate: 10 }])
    // Half of two pads of $38.90 with $4.86 of tax.
    expect(canceled.body).toMatchObject({ amount: 41.33 })
    const { documents } = (await customer.call('GET', `/purchase/${purchaseId}`)).body
    const note = documents.find(({ kind }: { kind: string }) => kind === 'credit_note')
    const { lines: credited } = (await customer.call('GET', `/document/${note._id}`)).body
    expect(credited).toMatchObject([{ kind: 'part', quantity: 1, net: -38.9, tax: -2.43, rate: 6.25 }])
  })

  test('to a saved address that is wrong by the rules of today is refused at its field, as its quote', async () => {
    await fillCart()
    const { insertedId: addressId } = (await customer.call('POST', '/addresses', peoria)).body
    const { address: _, ...body } = await seen()
    await sql`update addresses set postal = '46204' where id = ${addressId}`.execute(store.db)
    for (const response of [
      await customer.call('POST', '/cart/quote', { addressId, methodId: GROUND }),
      await checkOut({ ...body, addressId }),
    ]) {
      expectProblem(response, 422, 'invalid_input')
      const message = '46204 is in Indiana. Check the state or the ZIP.'
      expect(response.body.detail).toBe(`Correct this address first: ${message}`)
      expect(response.body.errors).toEqual([{ field: 'address.postalCode', code: 'invalid', message }])
    }
    await expectNothingStored()
    await sql`update addresses set postal = '61602' where id = ${addressId}`.execute(store.db)
    expect((await checkOut({ ...body, addressId })).status).toBe(201)
  })

  test('of twenty parts takes as many statements as one of one part', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => stockProduct(store)))
    const statementsOf = async (count: number) => {
      await customer.call('PUT', '/cart', {
        revision: (await cartOf()).revision,
        lines: ids.slice(0, count).map((productId) => ({ productId, quantity: 1 })),
      })
      const body = await seen()
      const before = store.statements()
      expect((await checkOut(body)).status).toBe(201)
      return store.statements() - before
    }
    const costs = { one: [] as number[], many: [] as number[] }
    // A notification about an earlier change may cost a statement more.
    for (let run = 0; run < 3; run += 1) {
      costs.one.push(await statementsOf(1))
      costs.many.push(await statementsOf(20))
    }
    expect(Math.min(...costs.many)).toBeLessThanOrEqual(Math.min(...costs.one))
  })

  test('stores for each part the best verdict that the cars of the cart have', async () => {
    const civic = { make: 'Honda', model: 'Civic', year: 2012 }
    const accord = { make: 'Honda', model: 'Accord', year: 2015 }
    await store.db
      .insertInto('fitments')
      .values([
        { product_id: pads, make: 'Honda', model: 'Civic', year_from: 2012, year_to: 2012 },
        { product_id: alternator, make: 'Toyota', model: 'Camry', year_from: 2015, year_to: 2015 },
      ])
      .execute()
    const put = await customer.call('PUT', '/cart', {
      revision: 0,
      lines: [pads, alternator].map((productId) => ({ productId, quantity: 1 })),
      cars: [accord, civic],
    })
    expect(put.status).toBe(200)
    const { purchaseId, insertedIds } = (await checkOut(await seen())).body
    const { lines } = (await customer.call('GET', `/purchase/${purchaseId}`)).body
    const fits = [
      { vehicle: '2012 Honda Civic', verdict: 'fits', reason: 'Listed for this vehicle' },
      {
        vehicle: '2015 Honda Accord',
        verdict: 'does_not_fit',
        reason: 'This part isn’t listed for this vehicle',
      },
    ]
    expect(lines.map(({ fit }: { fit: object }) => fit)).toEqual(fits)
    const shown = await Promise.all(insertedIds.map((id: string) => customer.call('GET', `/orders/${id}`)))
    expect(shown.map(({ body }) => body.fit)).toEqual(fits)
  })

  test('reads the content of the store before it locks anything', async () => {
    await add(pads)
    const viewer = await findViewer(store.shop, customer.token)
    if (!viewer) throw new Error('The customer is not signed in')
    let reads = 0
    const content = async () => {
      reads += 1
      const { rows } = await sql`
        select from pg_locks where relation = 'carts'::regclass and mode = 'RowShareLock'`.execute(store.db)
      expect(rows, 'no transaction has locked a cart').toEqual([])
      return store.shop.content()
    }
    const { address, methodId = '', revision, expectedTotal } = await seen()
    const input = { revision, expectedTotal, methodId, address: { ...peoria, ...address } }
    expect(await checkOutIn({ ...store.shop, content }, viewer, input)).toMatchObject({ ok: true })
    expect(reads).toBeGreaterThan(0)
  })

  test('of an unverified customer is within their share', async () => {
    const unverified = await signIn(store, { unverified: true })
    const rare = await stockProduct(store, { name: 'Rare', available: 10 })
    await add(rare, 10, unverified)
    await add(pads, 1, unverified)
    const shown = await quote({ address: peoria, methodId: GROUND }, unverified)
    expect(shown.missing).toEqual(['email'])
    const response = await checkOut(await seen(unverified), unverified)
    expectProblem(response, 409, 'email_not_verified')
    expect(response.body.errors).toMatchObject([{ field: `lines.${rare}` }])
    expect(shown.problems, 'as the checkout says it').toEqual(response.body.errors)
    expect(
      await quote({ address: peoria, lines: [{ productId: rare, quantity: 10 }] }, customer),
    ).toMatchObject({
      missing: [],
      problems: [],
    })

    const { revision } = await cartOf(unverified)
    await unverified.call('PUT', '/cart', { revision, lines: [{ productId: rare, quantity: 1 }] })
    const within = await seen(unverified)
    expect(await quote({ address: peoria, methodId: GROUND }, unverified)).toMatchObject({
      missing: [],
      problems: [],
    })
    expect((await checkOut(within, unverified)).status).toBe(201)
  })
})

test('an unpaid purchase is put back into the cart, to what has been added since', async () => {
  await fillCart()
  const { purchaseId } = (await checkOut(await seen())).body
  await add(alternator, 3)
  const other = await signIn(store)
  expectProblem(await other.call('DELETE', `/purchase/${purchaseId}?toCart=1`), 404)
  expectProblem(await customer.call('DELETE', `/purchase/${purchaseId}?toCart=2`), 422)
  const response = await customer.call('DELETE', `/purchase/${purchaseId}?toCart=1`)
  expect(response.body).toEqual({ deletedCount: 2 })
  const { lines } = await cartOf()
  expect(
    lines.map(({ name, quantity }: { name: string; quantity: number }) => [name, quantity]).toSorted(),
  ).toEqual([
    ['Alternator', 4],
    ['Ceramic Brake Pads', 2],
  ])
  expect([await stock(pads), await stock(alternator)]).toEqual([10, 10])
})

test('a purchase that does not fit in the cart is neither deleted nor put back', async () => {
  await fillCart()
  const { purchaseId } = (await checkOut(await seen())).body
  const others = await Promise.all(Array.from({ length: 99 }, () => stockProduct(store)))
  const lines = [alternator, ...others].slice(0, 99).map((productId) => ({ productId, quantity: 1 }))
  const full = (await customer.call('PUT', '/cart', { revision: 0, lines })).body
  const putBack = () => customer.call('DELETE', `/purchase/${purchaseId}?toCart=1`)
  await add(others[98] ?? '')
  const response = await putBack()
  expectProblem(response, 422, 'cart_full')
  expect(response.body.detail).toContain('has no room for those of this order')
  expect((await cartOf()).count).toBe(full.count + 1)
  expect((await purchases())[0]).toMatchObject({ _id: purchaseId, status: 'unpaid' })
  expect([await stock(pads), await stock(alternator)]).toEqual([8, 9])
  await customer.call('DELETE', `/cart/lines/${others[98]}`)
  expect((await putBack()).body).toEqual({ deletedCount: 2 })
  expect((await cartOf()).lines).toHaveLength(100)
})

test('a purchase that was deleted a moment before it is put back leaves no empty cart', async () => {
  await fillCart()
  const { purchaseId } = (await checkOut(await seen())).body
  const remove = (query: string) => customer.call('DELETE', `/purchase/${purchaseId}${query}`)
  const locked = sql`select from orders where purchase_id = ${purchaseId} for update`
  const [deleted, late] = await queueBehindLock(store.db, locked, 2, async () => {
    const first = remove('')
    await expect.poll(() => countWaiting(store.db), { interval: 5 }).toBe(1)
    return Promise.all([first, remove('?toCart=1')])
  })
  expect(deleted?.body).toEqual({ deletedCount: 2 })
  expectProblem(late, 404, 'not_found')
  const { rows } = await sql`
    select from carts join accounts on id = account_id where email = ${customer.email}`.execute(store.db)
  expect(rows).toEqual([])
})

describe('an order of one part without a cart', () => {
  const plain = (productId: string) =>
    customer.call('POST', '/order', {
      productId,
      orderQty: 2,
      customerPhone: '(217) 555-0100',
      customerAddress: '1 Main Street',
    })
  const settings = async (change: object) => {
    const { body } = await admin.call('GET', '/sales-settings')
    const saved = await admin.call('PUT', '/sales-settings', { ...body, ...change })
    expect(saved.status, JSON.stringify(saved.body)).toBe(200)
    return () => admin.call('PUT', '/sales-settings', { ...body, revision: saved.body.revision })
  }

  test('costs price × quantity, which contains the tax of the store’s own place', async () => {
    const restore = await settings({ origin: { country: 'US', region: 'IL', postalCode: '62701' } })
    const { insertedId } = (await plain(pads)).body
    // 77.80 − 77.80 / 1.0625 = 4.576… → 4.58.
    expect((await customer.call('GET', `/purchase/${insertedId}`)).body).toMatchObject({
      parts: 77.8,
      tax: 4.58,
      taxIncluded: true,
      total: 77.8,
      lines: [{ tax: 4.58 }],
    })
    await restore()
  })

  test('is refused for a core deposit, an oversize part, and where the owner has closed it', async () => {
    expectProblem(await plain(alternator), 409, 'use_cart')
    expect((await customer.call('GET', `/product/${alternator}`)).body.cartOnly).toBe(true)
    expect((await customer.call('GET', `/product/${pads}`)).body).not.toHaveProperty('cartOnly')
    const restore = await settings({ plainOrders: 'closed' })
    expectProblem(await plain(pads), 409, 'use_cart')
    expect((await customer.call('GET', `/product/${pads}`)).body.cartOnly).toBe(true)
    await restore()
    await sql`update products set oversize = true where id = ${pads}`.execute(store.db)
    expectProblem(await plain(pads), 409, 'use_cart')
    await expectNothingStored()
  })
})
