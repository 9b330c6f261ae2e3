// Long because one table holds what each call refuses.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allCalls, type CallName, calls } from '#contract/calls.ts'
import {
  openFixture,
  MISSING,
  rightfulHeaders,
  type Sample,
  samples,
  send,
  strictResponse,
  type Fixture,
} from '../../tests/support/call-samples.ts'
import { newKey, order, orderPaid, stockProduct } from '../../tests/support/orders.ts'
import { expectProblem } from '../../tests/support/problem.ts'
import { openTestStore } from '../../tests/support/test-store.ts'
import { caller } from '../../tests/support/users.ts'
import { refusalsOf } from './openapi.ts'

let world: Fixture

beforeAll(async () => {
  world = await openFixture()
})
afterAll(() => world.store.close())

const reading = allCalls.filter(([, call]) => call.method === 'GET')

type Row = {
  call: keyof typeof calls
  input: Partial<Sample> | (() => Promise<Partial<Sample>>)
  code: string
  status: number
  field?: string
  as?: 'owner' | 'other' | 'admin'
}
const product = (over: object) => async (): Promise<Partial<Sample>> => {
  const sample = await samples.addProduct(world)
  return { body: { ...sample.body, ...over } }
}
const edit = (over: object) => async (): Promise<Partial<Sample>> => {
  const sample = await samples.editProduct(world)
  return { params: sample.params ?? {}, body: { ...sample.body, ...over } }
}
const reprice = (over: object) => async (): Promise<Partial<Sample>> => {
  const sample = await samples.repriceProduct(world)
  return { ...sample, body: { ...sample.body, ...over } }
}
const restock = (over: object) => async (): Promise<Partial<Sample>> => ({
  ...(await samples.restockProduct(world)),
  body: over as Record<string, unknown>,
})
const own = (body: object) => async (): Promise<Partial<Sample>> => {
  const sample = await samples.updateProfile(world)
  return { ...sample, body: { ...sample.body, ...body } }
}
const bad = (call: Row['call'], input: Row['input'], field?: string, as?: Row['as']): Row => ({
  call,
  input,
  status: 422,
  code: 'invalid_input',
  ...(field && { field }),
  ...(as && { as }),
})
const nowhere = (call: Row['call'], as: Row['as'] = 'owner', param = 'id'): Row[] =>
  [MISSING, 'x', '1', MISSING.slice(1)].map((id) => ({
    call,
    input: async () => ({ ...(await samples[call](world)), params: { [param]: id } }),
    status: 404,
    code: 'not_found',
    as,
  }))

/** Bad input or state → status, for each call. Payments and orders have their own tests for the rest. */
const CONTRACT_ROWS: readonly Row[] = [
  ...nowhere('showProduct'),
  ...nowhere('listFitments'),
  ...nowhere('deleteOrder'),
  ...nowhere('showPayment', 'owner', 'orderId'),
  ...nowhere('shipOrder', 'admin'),
  ...nowhere('correctTracking', 'admin'),
  ...nowhere('correctAddress'),
  bad('correctAddress', { params: { id: MISSING }, body: {} }, 'customerAddress'),
  bad('correctAddress', { params: { id: MISSING }, body: { customerAddress: ' ' } }, 'customerAddress'),
  bad(
    'correctAddress',
    { params: { id: MISSING }, body: { customerAddress: 'x'.repeat(501) } },
    'customerAddress',
  ),
  bad(
    'correctAddress',
    { params: { id: MISSING }, body: { customerAddress: '1 Main Street', customerPhone: 'call me' } },
    'customerPhone',
  ),
  ...nowhere('showOrder'),
  ...nowhere('showPurchase'),
  ...nowhere('deletePurchase'),
  ...nowhere('deleteProduct', 'admin'),
  ...nowhere('editProduct', 'admin'),
  ...nowhere('repriceProduct', 'admin'),
  ...nowhere('restockProduct', 'admin'),
  {
    call: 'confirmPayment',
    input: { params: { id: MISSING }, body: { transactionId: 'pi_1' } },
    status: 404,
    code: 'not_found',
  },
  {
    call: 'createPaymentIntent',
    input: { body: { orderId: MISSING, totalPrice: 1 } },
    status: 404,
    code: 'not_found',
  },
  {
    call: 'createPaymentIntent',
    input: { body: { totalPrice: 0.77 } },
    status: 422,
    code: 'no_matching_order',
  },
  bad('createPaymentIntent', { body: {} }, 'totalPrice'),
  bad('createPaymentIntent', { body: { totalPrice: '2.55e1' } }, 'totalPrice'),
  bad('createPaymentIntent', { body: { totalPrice: 0 } }, 'totalPrice'),
  bad('createPaymentIntent', { body: { totalPrice: -5 } }, 'totalPrice'),
  bad('confirmPayment', { params: { id: MISSING }, body: {} }, 'transactionId'),
  bad('confirmPayment', { params: { id: MISSING }, body: { transactionId: '' } }, 'transactionId'),
  {
    call: 'promoteToAdmin',
    input: { params: { email: 'absent@people.test' } },
    status: 404,
    code: 'not_found',
    as: 'admin',
  },
  {
    call: 'showAccount',
    input: { params: { email: 'absent@people.test' } },
    status: 404,
    code: 'not_found',
    as: 'admin',
  },
  {
    call: 'promoteToAdmin',
    input: { params: { email: 'absent@people.test' } },
    status: 403,
    code: 'forbidden',
  },
  { call: 'addReview', input: { body: { rating: 5 } }, status: 403, code: 'forbidden', as: 'admin' },
  ...[0, 6, -1, 4.5, '5.5', ' 5', '5e0', null, undefined, Number.MAX_SAFE_INTEGER].map((rating) =>
    bad('addReview', { body: { rating, text: 'Fine' } }, 'rating'),
  ),
  bad('addReview', { body: { rating: 5, text: 'x'.repeat(2001) } }, 'text'),
  bad('addReview', { body: { rating: 5, text: 7 } }, 'text'),
  ...['education', 'address', 'phone', 'linkedIn'].flatMap((field) => [
    bad('updateProfile', own({ [field]: undefined }), field),
    bad('updateProfile', own({ [field]: '  ' }), field),
  ]),
  bad('updateProfile', own({ linkedIn: 'x'.repeat(201) }), 'linkedIn'),
  bad('updateProfile', own({ phone: 'call me' }), 'phone'),
  ...['picture', 'name', 'about', 'price', 'available', 'minOrder'].map((field) =>
    bad('addProduct', product({ [field]: undefined }), field, 'admin'),
  ),
  ...['picture', 'name', 'about'].map((field) =>
    bad('addProduct', product({ [field]: ' \n' }), field, 'admin'),
  ),
  ...[0, -1, 1.005, 1_000_000, '1e1', '$10', null].map((price) =>
    bad('addProduct', product({ price }), 'price', 'admin'),
  ),
  ...[-1, 1.5, '0x10', '1,000', 1_000_001].map((available) =>
    bad('addProduct', product({ available }), 'available', 'admin'),
  ),
  ...[0, -1, 1.5, '1.5', ''].map((minOrder) => bad('addProduct', product({ minOrder }), 'minOrder', 'admin')),
  ...[
    'https://evil.example/x.png',
    '/images/ffffffffffffffffffffffffffffffff-400x300.webp',
    'data:image/png;base64,x',
  ].map((picture): Row => ({
    call: 'addProduct',
    input: product({ picture }),
    status: 422,
    code: 'foreign_picture',
    field: 'picture',
    as: 'admin',
  })),
  {
    call: 'editProduct',
    input: edit({ picture: 'https://evil.example/x.png' }),
    status: 422,
    code: 'foreign_picture',
    field: 'picture',
    as: 'admin',
  },
  bad('editProduct', edit({ price: 0 }), 'price', 'admin'),
  bad('repriceProduct', reprice({ price: 0.005 }), 'price', 'admin'),
  bad('repriceProduct', reprice({ was: undefined }), 'was', 'admin'),
  {
    call: 'repriceProduct',
    input: reprice({ was: 24 }),
    status: 409,
    code: 'price_changed',
    as: 'admin',
  },
  ...[0, '0', 1.5, '3.5', '+3', null].map((quantity) =>
    bad('restockProduct', restock({ quantity }), 'quantity', 'admin'),
  ),
  {
    call: 'restockProduct',
    input: restock({ quantity: -101 }),
    status: 409,
    code: 'stock_conflict',
    as: 'admin',
  },
  {
    call: 'restockProduct',
    input: restock({ quantity: 1_000_000 }),
    status: 409,
    code: 'stock_conflict',
    as: 'admin',
  },
  bad('listPurchases', { query: { status: 'lost' } }, 'status', 'admin'),
  bad('listOwnPurchases', { query: { q: 'x'.repeat(101) } }, 'q'),
  bad('listOrders', { query: { status: 'lost' } }, 'status', 'admin'),
  bad('listVehicleChoices', { query: { make: 'Honda', year: 'soon' } }, 'year'),
  bad('findVehicle', { body: { vehicle: ' ' } }, 'vehicle'),
  bad('findVehicle', { body: { vehicle: '1'.repeat(201) } }, 'vehicle'),
  bad('findVehicle', { body: { vehicle: 'nothing that is driven' } }, 'vehicle'),
  bad('decodeVin', { query: {} }, 'vin'),
  bad('decodeVin', { query: { vin: '1'.repeat(101) } }, 'vin'),
  bad('sendMessage', { body: { name: ' ', email: 'vic@example.com', message: 'Hi' } }, 'name'),
  bad('sendMessage', { body: { name: 'Vic', email: 'vic', message: 'Hi' } }, 'email'),
  bad('sendMessage', { body: { name: 'Vic', email: 'vic@example.com' } }, 'message'),
]

describe('bad input and state', () => {
  test.each(
    CONTRACT_ROWS.map((row, at) => [at, row.call, row.status, row.code, row.field ?? '', row] as const),
  )('row %i: %s refuses with %i %s %s', async (_at, name, status, code, field, { input, as }) => {
    const sample = typeof input === 'function' ? await input() : input
    const person = as === 'admin' ? world.admin : as === 'other' ? world.other : world.owner
    const response = await send(world.store, name, sample, person.token)
    expectProblem(response, status, code)
    expect(refusalsOf(calls[name])).toContain(code)
    if (field) expect(response.body.errors.map((e: { field: string }) => e.field)).toContain(field)
  })

  test('every blank field of a part is reported at once, with its own message', async () => {
    const response = await world.admin.call('POST', '/product', {})
    expect(response.body.errors.map((e: { message: string }) => e.message)).toEqual([
      'Image is Required',
      'Product Name is Required',
      'Product Description is Required',
      'Price is Required',
      'Available Quantity is Required',
      'Minimum Order is Required',
    ])
  })
})

describe('an Idempotency-Key', () => {
  test.each(allCalls.filter(([, call]) => call.acceptsIdempotencyKey))(
    'on %s returns the same response again, and refuses another body',
    async (name, call) => {
      const sample = await samples[name](world)
      const headers = { ...rightfulHeaders(world, call), ...newKey() }
      const first = await send(world.store, name, sample, undefined, headers)
      expect(first.status).toBe(call.status)
      const again = await send(world.store, name, sample, undefined, headers)
      expect(again).toMatchObject({ status: call.status, body: first.body })
      const changed = { ...sample, body: { ...sample.body, ...(await otherThan(name)) } }
      expectProblem(await send(world.store, name, changed, undefined, headers), 422, 'idempotency_key_reused')
    },
  )

  const otherThan = async (name: CallName): Promise<object> =>
    ({
      placeOrder: { customerAddress: '2 Main Street' },
      addProduct: { name: 'Other' },
      addReview: { rating: 1 },
      addSynonyms: { phrases: ['other', 'another'] },
      restockProduct: { quantity: 6 },
      createPaymentIntent: { totalPrice: 51 },
      checkOut: { phone: '(217) 555-0199' },
      cancelPieces: { reason: 'No longer needed' },
      shipPieces: { parcels: [{}] },
      refundPurchase: { note: 'It was scratched' },
      requestReturn: { lines: [{ orderId: MISSING, quantity: 1, reason: 'damaged' }] },
      receiveReturn: { refund: false },
    })[name as string] ?? {}

  test('is refused unless it is visible text of 1 to 255 characters', async () => {
    for (const key of ['', 'a b', 'x'.repeat(256)])
      expectProblem(
        await world.owner.call('POST', '/review', { rating: 5 }, { 'Idempotency-Key': key }),
        400,
        'malformed_idempotency_key',
      )
  })

  test('belongs to one person: from another person, the same key is another request', async () => {
    const key = newKey()
    const mine = await world.owner.call('POST', '/review', { rating: 5 }, key)
    const theirs = await world.other.call('POST', '/review', { rating: 2 }, key)
    expect(theirs.status).toBe(201)
    expect(theirs.body.insertedId).not.toBe(mine.body.insertedId)
  })
})

describe('responses', () => {
  test('contain only documented fields, for orders in every state', async () => {
    const productId = await stockProduct(world.store)
    await order(world.owner, productId)
    const paid = await orderPaid(world.store, world.owner, productId)
    expect((await world.admin.call('PATCH', `/order/shipped/${paid}`)).status).toBe(200)
    for (const [name, call] of reading) {
      const response = await send(world.store, name, await samples[name](world), world.admin.token)
      if (response.status === 200) strictResponse(call).parse(response.body)
    }
    const profile = (await world.owner.call('GET', `/user/${world.owner.email}`)).body
    expect(JSON.stringify(profile)).not.toMatch(/password|hash|session|token/i)
  })

  test('are a 429 with Retry-After when requests come too often', async () => {
    const strict = await openTestStore({ LIMIT_WRITES_PER_MINUTE: '1' })
    const write = () =>
      caller(strict)('POST', '/contact', { name: 'V', email: 'v@example.com', message: 'Hi' })
    const responses = await Promise.all(Array.from({ length: 11 }, write))
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(10)
    for (const response of responses.filter(({ status }) => status !== 201))
      expectProblem(response, 429, 'too_many_requests')
    expect((await caller(strict)('GET', '/products')).status).toBe(200)
    await strict.close()
  })
})
