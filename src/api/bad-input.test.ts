import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  addressOf,
  createWorld,
  rightfulHeaders,
  type Sample,
  samples,
  send,
  strictAnswer,
  type World,
} from '../../tests/support/call-samples.ts'
import { newKey, order, orderPaid, stockPart } from '../../tests/support/goods.ts'
import { type Answer, caller, type Person, signIn } from '../../tests/support/people.ts'
import { expectProblem } from '../../tests/support/problem.ts'
import { openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import type { Call } from '#contract/call.ts'
import { allCalls, type CallName, calls } from '#contract/calls.ts'
import { refusalsOf } from './openapi.ts'

let store: TestStore
let world: World
let other: Person

beforeAll(async () => {
  store = await openTestStore()
  world = await createWorld(store)
  other = await signIn(store)
})
afterAll(() => store.close())

const MISSING = '00000000-0000-4000-8000-000000000000'
const writing = allCalls.filter(([, call]) => call.method !== 'GET' && call.bodyType !== 'multipart')
const reading = allCalls.filter(([, call]) => call.method === 'GET')
const keysOf = (schema: z.ZodType) => Object.keys(schema instanceof z.ZodObject ? schema.shape : {})

/** Sends bytes as they are; with the right of whoever may. */
async function sendRaw(
  call: Call,
  address: string,
  body: string | Uint8Array<ArrayBuffer> | undefined,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(store.url + address, {
    method: call.method,
    headers: { 'Content-Type': 'application/json', ...rightfulHeaders(world, call), ...headers },
    ...(body === undefined ? {} : { body }),
  })
  return { status: response.status, body: await response.json(), headers: response.headers }
}

describe.each(writing)('the door of %s', (_name, call) => {
  const address = addressOf(call, { params: { id: MISSING, email: 'nobody@people.test' } })

  test('refuses more than 64 KiB, also when nobody says how much is coming', async () => {
    const large = JSON.stringify({ text: 'x'.repeat(64 * 1024) })
    expectProblem(await sendRaw(call, address, large), 413, 'payload_too_large')
    const stream = new Blob([large]).stream()
    const response = await fetch(store.url + address, {
      method: call.method,
      headers: { 'Content-Type': 'application/json', ...rightfulHeaders(world, call) },
      body: stream,
      duplex: 'half',
    } as RequestInit)
    expect(response.status).toBe(413)
    await response.body?.cancel()
  })

  test('refuses what is not JSON by its content type', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml', ''])
      expectProblem(
        await sendRaw(call, address, 'x=1', { 'Content-Type': type }),
        415,
        'unsupported_media_type',
      )
  })

  test('refuses malformed JSON and bytes that are no text', async () => {
    const broken = ['{"a":', '{a:1}', 'undefined', '{"a":1}}', new Uint8Array([0x22, 0xff, 0xfe, 0x22])]
    for (const body of broken) expectProblem(await sendRaw(call, address, body), 400, 'malformed_body')
  })

  test('refuses JSON that is no object, or asks first who is there', async () => {
    for (const body of ['[]', 'null', '1', '"x"', 'true']) {
      const answer = await sendRaw(call, address, body)
      expectProblem(answer, call.who === 'self' || call.who === 'proof' ? answer.status : 422)
      expect([401, 403, 422]).toContain(answer.status)
    }
  })
})

test('the door looks at the body before it asks who is there, and asks that before it reads fields', async () => {
  const visitor = caller(store)
  const post = (body: string, headers: Record<string, string> = {}) =>
    visitor('POST', '/order', body, headers)
  expectProblem(await post('x'.repeat(65 * 1024), { 'Content-Type': 'text/plain' }), 413)
  expectProblem(await post('{', { 'Content-Type': 'text/plain' }), 415)
  expectProblem(await post('{'), 400)
  expectProblem(await post('{"orderQty":"none"}'), 401)
  expectProblem(await world.owner.call('PUT', `/updateUser/${other.email}`, { education: 7 }), 403)
})

describe('a method that an address does not have', () => {
  const shapes = new Map<string, { address: string; methods: Set<string> }>()
  for (const [, call] of allCalls) {
    const shape = call.path.replaceAll(/\{\w+\}/g, '{}')
    const known = shapes.get(shape) ?? { address: addressOf(call), methods: new Set<string>() }
    shapes.set(shape, known)
    known.methods.add(call.method)
    if (call.method === 'GET') known.methods.add('HEAD')
  }
  shapes.set('/webhooks/stripe', { address: '/webhooks/stripe', methods: new Set(['POST']) })

  test.each([...shapes])('at %s is answered 405 with those it has', async (_shape, { address, methods }) => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter(
      (m) => !methods.has(m),
    )) {
      const answer = await caller(store)(method, address)
      expectProblem(answer, 405, 'method_not_allowed')
      expect(new Set(answer.headers.get('allow')?.split(', '))).toEqual(methods)
    }
  })
})

test('an address that is none is answered 404 in the same shape', async () => {
  for (const address of ['/nothing-here', '/user/a/b/c', '/order/shipped/x/y', '/webhooks/other', '/product'])
    expectProblem(await caller(store)('PATCH', address, {}), address === '/product' ? 405 : 404)
})

/** Values that have brought down stores before. */
const HOSTILE: readonly unknown[] = [
  null,
  true,
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udc00x',
  '👩‍👩‍👧‍👦'.repeat(50),
  'x'.repeat(60_000),
  '../../etc/passwd',
  '%00',
  '%',
  "'; drop table orders; --",
  '{{7*7}}${7*7}<script>',
  '__proto__',
  'constructor',
  0,
  -0,
  -1,
  0.1 + 0.2,
  1e308,
  -1e308,
  5e-324,
  Number.MAX_SAFE_INTEGER,
  Number.MAX_SAFE_INTEGER + 1,
  2_147_483_647,
  2_147_483_648,
  [],
  [[]],
  {},
  { toString: 1, valueOf: 1 },
]

/** Texts of JSON that JSON.stringify would not write. */
const HOSTILE_JSON: readonly string[] = [
  '1e400',
  '-1e400',
  '123456789012345678901234567890',
  '"\\ud800"',
  '"\\u0000"',
  '{"__proto__":{"admin":true}}',
  '['.repeat(20_000) + ']'.repeat(20_000),
  '{"a":'.repeat(8000) + '1' + '}'.repeat(8000),
]

/** A refusal is one that the description of the API names for this call; anything but a fault of ours is fine. */
function expectNoFault(call: Call, answer: Answer, what: string): void {
  expect(answer.status, `${call.path} with ${what}: ${JSON.stringify(answer.body)}`).toBeLessThan(500)
  if (answer.status < 400) strictAnswer(call).parse(answer.body)
  else {
    expectProblem(answer, answer.status)
    expect(refusalsOf(call), `${call.path} with ${what}`).toContain(answer.body.code)
  }
}

describe('whatever is sent as a field, nothing falls over:', () => {
  test.each(writing.filter(([, call]) => keysOf(call.body).length > 0))('%s', async (name, call) => {
    const sample = await samples[name](world)
    const address = addressOf(call, sample)
    const bodyWith = (field: string, json: string) =>
      `{${Object.entries(sample.body ?? {})
        .filter(([key]) => key !== field)
        .map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)},`)
        .join('')}${JSON.stringify(field)}:${json}}`
    const values = [...HOSTILE.map((value) => JSON.stringify(value)), ...HOSTILE_JSON]
    // What is only long or deep goes through the same reader whatever its name: once is enough.
    for (const [at, field] of [...keysOf(call.body), '__proto__'].entries())
      await Promise.all(
        values
          .filter((json) => at === 0 || json.length < 2000)
          .map(async (json) => {
            const what = `${field}: ${json.slice(0, 80)}`
            expectNoFault(call, await sendRaw(call, address, bodyWith(field, json)), what)
          }),
      )
  })
})

describe('whatever stands in an address, nothing falls over:', () => {
  const texts = [
    ...HOSTILE.filter((value) => typeof value === 'string').map((text) => text.slice(0, 5000)),
    MISSING.toUpperCase(),
    '-1',
    '1e400',
    'NaN',
  ]
  // As they are, and with escapes that no text has: half an escape, bytes that are no UTF-8, an encoded slash.
  const encoded = [
    ...texts.filter((text) => text.isWellFormed()).map(encodeURIComponent),
    '%ED%A0%80',
    '%FF',
    '%C0%AF',
    '%2F',
    'a%2Fb',
    '%zz',
    '%',
    'a%00b',
  ].filter((text) => text !== '')

  test.each(allCalls.filter(([, call]) => call.bodyType !== 'multipart'))('%s', async (name, call) => {
    const sample = await samples[name](world)
    const body = sample.body && JSON.stringify(sample.body)
    const addresses: string[] = []
    for (const param of keysOf(call.params))
      for (const text of encoded)
        addresses.push(
          addressOf({ ...call, path: call.path.replace(`{${param}}`, 'HERE') }, sample).replace('HERE', text),
        )
    addresses.push(`${addressOf(call, sample)}?__proto__=x&unknown=%zz&&=`)
    for (const key of keysOf(call.query))
      for (const text of encoded)
        addresses.push(`${addressOf(call, { ...sample, query: {} })}?${key}=${text}`)
    for (const address of addresses) {
      const answer = await sendRaw(call, address, body)
      // A slash or a dot may make it another address, which is refused as such.
      if (['method_not_allowed', 'not_found'].includes(answer.body?.code))
        expectProblem(answer, answer.status)
      else expectNoFault(call, answer, address.slice(0, 120))
    }
  })
})

describe('fields that nobody asked for are dropped:', () => {
  const extra = {
    _id: MISSING,
    id: MISSING,
    role: 'admin',
    admin: true,
    paid: true,
    shipped: true,
    accountId: 'x',
    createdAt: '1992-01-01',
    surprise: { deep: ['x'] },
    constructor: 'x',
  }

  test.each(writing)('%s', async (name, call) => {
    const sample = await samples[name](world)
    const body = JSON.stringify({ ...sample.body, ...extra }).replace(/\}$/, ',"__proto__":{"role":"admin"}}')
    const answer = await sendRaw(call, addressOf(call, sample), body)
    expect(answer.status, JSON.stringify(answer.body)).toBe(call.status)
    strictAnswer(call).parse(answer.body)
    expect(answer.body.insertedId).not.toBe(MISSING)
    expect({}).not.toHaveProperty('role')
  })
})

describe('a list', () => {
  const lists = reading.filter(([, call]) => keysOf(call.query).includes('limit'))
  let reader: Person

  beforeAll(async () => {
    reader = world.admin
    const productId = await stockPart(store)
    for (let i = 0; i < 7; i += 1) await order(world.owner, productId)
    // Rows of one moment: the id decides between them.
    const product = await store.db
      .selectFrom('products')
      .selectAll()
      .where('id', '=', productId)
      .executeTakeFirstOrThrow()
    const { id: _, ...columns } = product
    await store.db
      .insertInto('products')
      .values(Array.from({ length: 110 }, (__, i) => ({ ...columns, name: `Bolt ${i}` })))
      .execute()
    const account = await store.db
      .selectFrom('accounts')
      .select('id')
      .where('email', '=', world.owner.email)
      .executeTakeFirstOrThrow()
    const created_at = new Date()
    await store.db
      .insertInto('reviews')
      .values(
        Array.from({ length: 9 }, (__, i) => ({
          account_id: account.id,
          name: 'Olive',
          rating: 1 + (i % 5),
          created_at,
        })),
      )
      .execute()
    store.shop.announce('products')
    store.shop.announce('reviews')
  })

  const ask = (name: CallName, query: Record<string, string>) =>
    send(store, name, { params: { email: world.owner.email }, query }, reader.token)

  test('is what five calls answer', () => {
    expect(lists.map(([name]) => name).toSorted()).toEqual(
      ['listAccounts', 'listOrders', 'listOwnOrders', 'listProducts', 'listReviews'].toSorted(),
    )
  })

  test.each(lists)('of %s is bounded: 1 to 500 at a time', async (name) => {
    for (const limit of ['0', '501', '-1', 'abc', '1.5', '', 'Infinity', '1e9']) {
      const answer = await ask(name, { limit })
      expectProblem(answer, 422, 'invalid_input')
      expect(answer.body.errors[0].field).toBe('limit')
    }
    expect((await ask(name, { limit: '1' })).body).toHaveLength(1)
    expect((await ask(name, { limit: '500' })).status).toBe(200)
  })

  test('has at most 100 when nobody says how many', async () => {
    expect((await ask('listProducts', {})).body).toHaveLength(100)
    expect((await ask('listProducts', { limit: '500' })).body.length).toBeGreaterThan(100)
  })

  test.each(lists)('of %s is read page by page without gaps or repeats', async (name) => {
    const whole: string[] = (await ask(name, { limit: '500' })).body.map((one: { _id: string }) => one._id)
    expect(whole.length).toBeGreaterThan(2)
    const size = Math.max(2, Math.ceil(whole.length / 8))
    const read: string[] = []
    for (;;) {
      const after = read.at(-1)
      const page = (await ask(name, { limit: String(size), ...(after && { after }) })).body
      if (page.length === 0) break
      read.push(...page.map((one: { _id: string }) => one._id))
    }
    expect(read).toEqual(whole)
    expect(new Set(read).size).toBe(read.length)
  })

  test('goes on after the last one seen also when that one was deleted meanwhile', async () => {
    const [first, second, third] = (await ask('listProducts', { limit: '3' })).body
    expect((await world.admin.call('DELETE', `/product/${second._id}`)).status).toBe(200)
    const next = (await ask('listProducts', { limit: '1', after: second._id })).body
    expect(next[0]._id).toBe(third._id)
    expect((await ask('listProducts', { limit: '2' })).body.map((p: { _id: string }) => p._id)).toEqual([
      first._id,
      third._id,
    ])
  })

  test('refuses a place to go on from that is no id', async () => {
    for (const name of ['listProducts', 'listReviews', 'listOrders', 'listOwnOrders'] as const)
      expectProblem(await ask(name, { after: 'x' }), 422)
  })
})

type Row = {
  call: keyof typeof calls
  given: Partial<Sample> | (() => Promise<Partial<Sample>>)
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
const restock = (over: object) => async (): Promise<Partial<Sample>> => ({
  ...(await samples.restockProduct(world)),
  body: over as Record<string, unknown>,
})
const own = (body: object) => async (): Promise<Partial<Sample>> => {
  const sample = await samples.updateProfile(world)
  return { ...sample, body: { ...sample.body, ...body } }
}
const bad = (call: Row['call'], given: Row['given'], field?: string, as?: Row['as']): Row => ({
  call,
  given,
  status: 422,
  code: 'invalid_input',
  ...(field && { field }),
  ...(as && { as }),
})
const nowhere = (call: Row['call'], as: Row['as'] = 'owner', param = 'id'): Row[] =>
  [MISSING, 'x', '1', MISSING.slice(1)].map((id) => ({
    call,
    given: async () => ({ ...(await samples[call](world)), params: { [param]: id } }),
    status: 404,
    code: 'not_found',
    as,
  }))

/** The last column of the contract's table: bad input or state → status. Payments and orders have tests of their own for the rest. */
const CONTRACT_ROWS: readonly Row[] = [
  ...nowhere('showProduct'),
  ...nowhere('deleteOrder'),
  ...nowhere('showPayment', 'owner', 'orderId'),
  ...nowhere('shipOrder', 'admin'),
  ...nowhere('deleteProduct', 'admin'),
  ...nowhere('editProduct', 'admin'),
  ...nowhere('restockProduct', 'admin'),
  {
    call: 'confirmPayment',
    given: { params: { id: MISSING }, body: { transactionId: 'pi_1' } },
    status: 404,
    code: 'not_found',
  },
  {
    call: 'createPaymentIntent',
    given: { body: { orderId: MISSING, totalPrice: 1 } },
    status: 404,
    code: 'not_found',
  },
  {
    call: 'createPaymentIntent',
    given: { body: { totalPrice: 0.77 } },
    status: 422,
    code: 'no_matching_order',
  },
  bad('createPaymentIntent', { body: {} }, 'totalPrice'),
  bad('createPaymentIntent', { body: { totalPrice: '25.50' } }, 'totalPrice'),
  bad('createPaymentIntent', { body: { totalPrice: 0 } }, 'totalPrice'),
  bad('createPaymentIntent', { body: { totalPrice: -5 } }, 'totalPrice'),
  bad('confirmPayment', { params: { id: MISSING }, body: {} }, 'transactionId'),
  bad('confirmPayment', { params: { id: MISSING }, body: { transactionId: '' } }, 'transactionId'),
  {
    call: 'promoteToAdmin',
    given: { params: { email: 'nobody@people.test' } },
    status: 404,
    code: 'not_found',
    as: 'admin',
  },
  {
    call: 'showAccount',
    given: { params: { email: 'nobody@people.test' } },
    status: 404,
    code: 'not_found',
    as: 'admin',
  },
  {
    call: 'promoteToAdmin',
    given: { params: { email: 'nobody@people.test' } },
    status: 403,
    code: 'forbidden',
  },
  { call: 'addReview', given: { body: { rating: 5 } }, status: 403, code: 'forbidden', as: 'admin' },
  ...[0, 6, -1, 4.5, '5', null, undefined, Number.MAX_SAFE_INTEGER].map((rating) =>
    bad('addReview', { body: { rating, text: 'Fine' } }, 'rating'),
  ),
  bad('addReview', { body: { rating: 5, text: 'x'.repeat(2001) } }, 'text'),
  bad('addReview', { body: { rating: 5, text: 7 } }, 'text'),
  ...['education', 'address', 'phone', 'linkedIn'].flatMap((field) => [
    bad('updateProfile', own({ [field]: undefined }), field),
    bad('updateProfile', own({ [field]: '  ' }), field),
  ]),
  ...[
    'http://linkedin.com/in/x',
    'linkedin.com/in/x',
    'javascript:alert(1)',
    'https:linkedin.com',
    'ht\ttps://linkedin.com',
    'https://',
  ].map((linkedIn) => bad('updateProfile', own({ linkedIn }), 'linkedIn')),
  bad('updateProfile', own({ phone: 'call me' }), 'phone'),
  ...['picture', 'name', 'about', 'price', 'available', 'minOrder'].map((field) =>
    bad('addProduct', product({ [field]: undefined }), field, 'admin'),
  ),
  ...['picture', 'name', 'about'].map((field) =>
    bad('addProduct', product({ [field]: ' \n' }), field, 'admin'),
  ),
  ...[0, -1, 1.005, 1_000_000, '10', null].map((price) =>
    bad('addProduct', product({ price }), 'price', 'admin'),
  ),
  ...[-1, 1.5, '10', 1_000_001].map((available) =>
    bad('addProduct', product({ available }), 'available', 'admin'),
  ),
  ...[0, -1, 1.5, '1'].map((minOrder) => bad('addProduct', product({ minOrder }), 'minOrder', 'admin')),
  ...[
    'https://evil.example/x.png',
    '/images/ffffffffffffffffffffffffffffffff-400x300.webp',
    'data:image/png;base64,x',
  ].map((picture): Row => ({
    call: 'addProduct',
    given: product({ picture }),
    status: 422,
    code: 'foreign_picture',
    field: 'picture',
    as: 'admin',
  })),
  {
    call: 'editProduct',
    given: edit({ picture: 'https://evil.example/x.png' }),
    status: 422,
    code: 'foreign_picture',
    field: 'picture',
    as: 'admin',
  },
  bad('editProduct', edit({ price: 0 }), 'price', 'admin'),
  ...[0, 1.5, '3', null].map((quantity) => bad('restockProduct', restock({ quantity }), 'quantity', 'admin')),
  {
    call: 'restockProduct',
    given: restock({ quantity: -101 }),
    status: 409,
    code: 'stock_conflict',
    as: 'admin',
  },
  {
    call: 'restockProduct',
    given: restock({ quantity: 1_000_000 }),
    status: 409,
    code: 'stock_conflict',
    as: 'admin',
  },
  bad('listOrders', { query: { status: 'lost' } }, 'status', 'admin'),
  bad('listVehicleChoices', { query: { make: 'Honda', year: 'soon' } }, 'year'),
  bad('sendMessage', { body: { name: ' ', email: 'vic@example.com', message: 'Hi' } }, 'name'),
  bad('sendMessage', { body: { name: 'Vic', email: 'vic', message: 'Hi' } }, 'email'),
  bad('sendMessage', { body: { name: 'Vic', email: 'vic@example.com' } }, 'message'),
]

describe('the contract’s table', () => {
  test.each(
    CONTRACT_ROWS.map((row, at) => [at, row.call, row.status, row.code, row.field ?? '', row] as const),
  )('row %i: %s refuses with %i %s %s', async (_at, name, status, code, field, { given, as }) => {
    const sample = typeof given === 'function' ? await given() : given
    const person = as === 'admin' ? world.admin : as === 'other' ? other : world.owner
    const answer = await send(store, name, sample, person.token)
    expectProblem(answer, status, code)
    expect(refusalsOf(calls[name])).toContain(code)
    if (field) expect(answer.body.errors.map((e: { field: string }) => e.field)).toContain(field)
  })

  test('every blank field of a part is named at once, in the specification’s words', async () => {
    const answer = await world.admin.call('POST', '/product', {})
    expect(answer.body.errors.map((e: { message: string }) => e.message)).toEqual([
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
  test.each(allCalls.filter(([, call]) => call.idempotent))(
    'on %s gives the same answer again, and refuses another body',
    async (name, call) => {
      const sample = await samples[name](world)
      const headers = { ...rightfulHeaders(world, call), ...newKey() }
      const first = await send(store, name, sample, undefined, headers)
      expect(first.status).toBe(call.status)
      const again = await send(store, name, sample, undefined, headers)
      expect(again).toMatchObject({ status: call.status, body: first.body })
      const changed = { ...sample, body: { ...sample.body, ...(await otherThan(name)) } }
      expectProblem(await send(store, name, changed, undefined, headers), 422, 'idempotency_key_reused')
    },
  )

  const otherThan = async (name: CallName): Promise<object> =>
    ({
      placeOrder: { customerAddress: '2 Main Street' },
      addProduct: { name: 'Other' },
      addReview: { rating: 1 },
      createPaymentIntent: { totalPrice: 51 },
    })[name as string] ?? {}

  test('that is no visible text of 1 to 255 characters is refused', async () => {
    for (const key of ['', 'a b', 'x'.repeat(256)])
      expectProblem(await world.owner.call('POST', '/review', { rating: 5 }, { 'Idempotency-Key': key }), 422)
  })

  test('belongs to one person: another’s same key is another request', async () => {
    const key = newKey()
    const mine = await world.owner.call('POST', '/review', { rating: 5 }, key)
    const theirs = await other.call('POST', '/review', { rating: 2 }, key)
    expect(theirs.status).toBe(201)
    expect(theirs.body.insertedId).not.toBe(mine.body.insertedId)
  })
})

describe('answers', () => {
  test('contain only what the contract names, for orders in every state', async () => {
    const productId = await stockPart(store)
    await order(world.owner, productId)
    const paid = await orderPaid(store, world.owner, productId)
    expect((await world.admin.call('PATCH', `/order/shipped/${paid}`)).status).toBe(200)
    for (const [name, call] of reading) {
      const answer = await send(store, name, await samples[name](world), world.admin.token)
      if (answer.status === 200) strictAnswer(call).parse(answer.body)
    }
    const profile = (await world.owner.call('GET', `/user/${world.owner.email}`)).body
    expect(JSON.stringify(profile)).not.toMatch(/password|hash|session|token/i)
  })

  test('come too often only as a 429 that says when to come back', async () => {
    const strict = await openTestStore({ LIMIT_WRITES_PER_MINUTE: '1' })
    const write = () =>
      caller(strict)('POST', '/contact', { name: 'V', email: 'v@example.com', message: 'Hi' })
    const answers = await Promise.all(Array.from({ length: 11 }, write))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10)
    for (const answer of answers.filter(({ status }) => status !== 201))
      expectProblem(answer, 429, 'too_many_requests')
    expect((await caller(strict)('GET', '/products')).status).toBe(200)
    await strict.close()
  })
})
