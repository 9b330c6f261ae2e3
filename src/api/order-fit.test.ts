import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { orderPaid, stockProduct } from '../../tests/support/orders.ts'
import { expectProblem } from '../../tests/support/problem.ts'
import { openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { type User, signIn } from '../../tests/support/users.ts'

let store: TestStore
let customer: User
let admin: User
/** A part for the Civic 1.8 with front-wheel drive, and for every Fit. */
let productId: string

beforeAll(async () => {
  store = await openTestStore()
  ;[customer, admin] = await Promise.all([signIn(store), signIn(store, { admin: true })])
  const vehicle = { make: 'Honda', year: 2009, cylinders: 4, fuel: 'Regular', drive: 'Front-Wheel Drive' }
  await store.db
    .insertInto('vehicles')
    .values([
      { ...vehicle, model: 'Civic', displacement_l: '1.8' },
      { ...vehicle, model: 'Civic', displacement_l: '2.0' },
      { ...vehicle, model: 'Fit', displacement_l: '1.5' },
    ])
    .execute()
  productId = await stockProduct(store, { available: 1000 })
  const fits = { make: 'Honda', yearFrom: 2009, yearTo: 2009 }
  const product = (await customer.call('GET', `/product/${productId}`)).body
  await admin.call('PUT', `/product/${productId}`, {
    ...product,
    fits: [
      { ...fits, model: 'Civic', engine: '1.8-4', drive: 'FWD' },
      { ...fits, model: 'Fit', engine: null },
    ],
  })
})
afterAll(() => store.close())

const form = { customerPhone: '(217) 555-0100', customerAddress: '1 Main Street' }
const civic = { year: 2009, make: 'Honda', model: 'Civic' }
const place = (vehicle: unknown, over: object = {}) =>
  customer.call('POST', '/order', { productId, orderQty: 1, ...form, vehicle, ...over })
const newest = async (by: User) =>
  (await by.call('GET', by === admin ? '/orders?limit=1' : `/order/${by.email}?limit=1`)).body[0]

describe('an order for a vehicle', () => {
  test.each([
    [{ ...civic, model: 'Fit' }, '2009 Honda Fit', 'fits', 'Listed for this vehicle'],
    [
      { ...civic, engine: '1.8-4' },
      '2009 Honda Civic, 1.8 L, 4 cylinders',
      'fits_if',
      'Fits if it has front-wheel drive',
    ],
    [
      { ...civic, engine: '2.0-4' },
      '2009 Honda Civic, 2.0 L, 4 cylinders',
      'does_not_fit',
      'This part isn’t listed for this vehicle',
    ],
    [
      { year: '1999', make: ' <b>Foo</b> ', model: 'Bar' },
      '1999 <b>Foo</b> Bar',
      'unknown',
      'We don’t know this vehicle',
    ],
  ])('%j is stored with the store’s own verdict', async (vehicle, name, verdict, reason) => {
    // The verdict of the browser is ignored.
    const { status, body } = await place(vehicle, {
      fit: { verdict: 'fits' },
      verdict: 'fits',
      reason: 'Trust me',
    })
    expect(status).toBe(201)
    for (const by of [customer, admin])
      expect(await newest(by)).toMatchObject({
        _id: body.insertedId,
        fit: { vehicle: name, verdict, reason },
      })
    const payment = await customer.call('GET', `/payment/${body.insertedId}`)
    expect(payment.body.fit).toEqual({ vehicle: name, verdict, reason })
  })

  test('stores the verdict of that day, unchanged by payment and by changes of the part', async () => {
    const { body } = await place({ ...civic, model: 'Fit' })
    const product = (await customer.call('GET', `/product/${productId}`)).body
    expect(
      (await admin.call('PUT', `/product/${productId}`, { ...product, name: 'Other pads', fits: [] })).status,
    ).toBe(200)
    expect((await newest(customer)).fit).toMatchObject({ vehicle: '2009 Honda Fit', verdict: 'fits' })
    expect((await place({ ...civic, model: 'Fit' })).status).toBe(201)
    expect((await newest(customer)).fit).toMatchObject({ verdict: 'unknown' })
    const orders = (await customer.call('GET', `/order/${customer.email}`)).body
    expect(orders.find(({ _id }: { _id: string }) => _id === body.insertedId).fit.verdict).toBe('fits')
  })

  test('is refused when its vehicle is malformed, and stores nothing', async () => {
    const before = await newest(customer)
    for (const [bad, field] of [
      [{ ...civic, make: undefined }, 'vehicle.make'],
      [{ ...civic, make: ' ' }, 'vehicle.make'],
      [{ ...civic, make: 'x'.repeat(61) }, 'vehicle.make'],
      [{ ...civic, model: 'x'.repeat(101) }, 'vehicle.model'],
      [{ ...civic, year: 3000 }, 'vehicle.year'],
      [{ ...civic, engine: 'V8' }, 'vehicle.engine'],
      ['2009 Honda Civic', 'vehicle'],
    ] as const) {
      const response = await place(bad)
      expectProblem(response, 422, 'invalid_input')
      expect(response.body.errors).toMatchObject([{ field }])
    }
    expect(await newest(customer)).toEqual(before)
  })

  test('is refused for a part that is not on sale, like any other order', async () => {
    expectProblem(await place(civic, { productId: 'nonesuch' }), 404, 'not_found')
  })
})

test('an order without a vehicle stores no verdict', async () => {
  expect((await place(undefined)).status).toBe(201)
  expect(await newest(customer)).not.toHaveProperty('fit')
  expect(await orderPaid(store, customer, productId)).toBeDefined()
})
