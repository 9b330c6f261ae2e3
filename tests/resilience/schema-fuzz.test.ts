import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allCalls } from '#contract/calls.ts'
import { describedCalls } from '#integrations/identity/identity-calls.ts'
import { order, orderPaid, stockProduct } from '../support/orders.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'
import { type User, signIn } from '../support/users.ts'
import { type DescribedCall, readOpenApi } from './openapi-reader.ts'
import { bodies, valuesOf } from './schema-values.ts'

/**
 * Random requests per call and kind of caller. A failure prints its seed; `{ seed, path }` next to numRuns
 * replays it.
 */
const REQUESTS = 30

let store: TestStore
let described: Map<string, DescribedCall>
let users: Record<'customer' | 'admin', User>
let known: { ids: string[]; emails: string[] }

beforeAll(async () => {
  store = await openTestStore()
  described = new Map((await readOpenApi(store.url)).map((call) => [call.name, call]))
  const [customer, admin, other] = await Promise.all([
    signIn(store),
    signIn(store, { admin: true }),
    signIn(store),
  ])
  users = { customer, admin }
  const products = await Promise.all(Array.from({ length: 12 }, () => stockProduct(store)))
  const orders: string[] = []
  for (const product of products) orders.push(await order(customer, product))
  orders.push(await orderPaid(store, customer, await stockProduct(store)))
  await customer.call('POST', '/review', { rating: 5, text: 'Fits.' })
  known = { ids: [...orders, ...products], emails: [admin.email, other.email, 'nobody@people.test'] }
})
afterAll(() => store.close())

type Who = 'visitor' | 'customer' | 'admin'
type Request = {
  address: string
  who: Who
  body?: string | Uint8Array<ArrayBuffer> | ReadableStream | undefined
  headers?: Record<string, string>
}

function callNamed(name: string): DescribedCall {
  const call = described.get(name)
  if (!call) throw new Error(`${name} is not in the document.`)
  return call
}

/** Sends it, and checks the response against the document. */
async function expectDocumented(call: DescribedCall, request: Request): Promise<void> {
  const person = request.who === 'visitor' ? null : users[request.who]
  const response = await fetch(store.url + request.address, {
    method: call.method,
    redirect: 'manual',
    ...(request.body === undefined ? {} : { body: request.body, duplex: 'half' }),
    headers: {
      ...(request.body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(person ? { Authorization: `Bearer ${person.token}`, cookie: person.cookie } : {}),
      ...request.headers,
    },
  })
  const text = await response.text()
  const type = response.headers.get('content-type') ?? ''
  const what = `${call.method} ${request.address.slice(0, 300)} as ${request.who}: ${response.status} ${text.slice(0, 500)}`
  expect(response.status, what).toBeLessThan(500)
  // Exports are CSV.
  const body: unknown = type.includes('json') ? JSON.parse(text) : text
  expect(call.faultOf({ status: response.status, type, body }), what).toBeNull()
}

/** Paths of a call: mostly existing ones, otherwise anything. */
function addresses(call: DescribedCall): fc.Arbitrary<string> {
  const oddSegment = fc
    .string({ unit: 'binary', minLength: 1, maxLength: 120 })
    // A dot or two would make it another path.
    .filter((text) => text.isWellFormed() && !/^\.{1,2}$/.test(text))
  const segments = call.parameters
    .filter((parameter) => parameter.in === 'path')
    .map(({ name }) =>
      fc.oneof(
        { weight: 4, arbitrary: fc.noBias(fc.nat(999)).map((at) => knownFor(name, at)) },
        { weight: 1, arbitrary: oddSegment },
      ),
    )
  const pairs = call.parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, schema }) =>
      fc.array(fc.oneof(valuesOf(schema), fc.string({ unit: 'binary' })), { maxLength: 2 }).map((values) =>
        values
          .map((value) => String(value))
          .filter((value) => value.isWellFormed())
          .map((value) => `${name}=${encodeURIComponent(value)}`),
      ),
    )
  return fc.tuple(fc.tuple(...segments), fc.tuple(...pairs)).map(([inPath, inQuery]) => {
    let at = 0
    const path = call.path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(inPath[at++] ?? 'x'))
    const query = inQuery.flat().join('&')
    return query === '' ? path : `${path}?${query}`
  })
}

function knownFor(name: string, at: number): string {
  // The document has one name for an id and an email in the same position.
  const list = name === 'email' ? known.emails : [...known.ids, ...known.emails]
  return list[at % list.length] ?? ''
}

/** Keys as callers send them, valid and invalid. */
const headersOf = (call: DescribedCall) =>
  call.parameters.some(({ name }) => name === 'Idempotency-Key')
    ? fc.option(
        fc.string({ maxLength: 300 }).map((key) => ({ 'Idempotency-Key': key.trim() })),
        { nil: {} },
      )
    : fc.constant({})

// The names are only for the test titles; everything else comes from the running store's document.
const names = allCalls.map(([name]) => name)

describe('valid and nearly valid requests get documented responses:', () => {
  test.each(names)('%s', async (name) => {
    const call = callNamed(name)
    const requests = fc.record({
      address: addresses(call),
      who: fc.constantFrom<Who>('visitor', 'customer', 'customer', 'admin', 'admin'),
      body: call.method === 'GET' ? fc.constant(undefined) : fc.option(bodies(call.body), { nil: undefined }),
      headers: headersOf(call),
    })
    await fc.assert(
      fc.asyncProperty(requests, (request) => expectDocumented(call, request)),
      { numRuns: REQUESTS },
    )
  })

  test('the document describes every call', () => {
    const ofIdentity = describedCalls.map(({ operationId }) => operationId)
    expect([...described.keys()].toSorted()).toEqual([...names, ...ofIdentity].toSorted())
  })
})

describe('however a body is sent, the response is documented:', () => {
  const gzip = (text: string) => new Uint8Array(gzipSync(text))
  const bomb = gzip(' '.repeat(30_000_000))
  const latin = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))
  const slowly = (text: string) => new Blob([text]).stream()
  const ways: [string, () => Pick<Request, 'body' | 'headers'>][] = [
    ['as text', () => ({ body: '{}', headers: { 'Content-Type': 'text/plain' } })],
    ['as a form', () => ({ body: 'a=1', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } })],
    [
      'as JSON of another charset',
      () => ({ body: '{}', headers: { 'Content-Type': 'application/json; charset=utf-16' } }),
    ],
    ['as an invalid content type', () => ({ body: '{}', headers: { 'Content-Type': ';;;' } })],
    ['zipped', () => ({ body: gzip('{}'), headers: { 'Content-Encoding': 'gzip' } })],
    ['zipped, a bomb', () => ({ body: bomb, headers: { 'Content-Encoding': 'gzip' } })],
    ['said to be zipped', () => ({ body: '{}', headers: { 'Content-Encoding': 'br' } })],
    ['in chunks without a length', () => ({ body: slowly('{"a":1}') })],
    ['in chunks beyond 64 KiB', () => ({ body: slowly(`{"a":"${'x'.repeat(70_000)}"}`) })],
    ['larger than 64 KiB', () => ({ body: `{"a":"${'x'.repeat(70_000)}"}` })],
    ['with bytes that are no UTF-8', () => ({ body: latin('{"name":"\xff\xfe\xc0\xaf"}') })],
    ['with a mark in front', () => ({ body: '\ufeff{}' })],
    ['10,000 lists deep', () => ({ body: '['.repeat(10_000) + ']'.repeat(10_000) })],
    ['10,000 objects deep', () => ({ body: '{"a":'.repeat(10_000) + '1' + '}'.repeat(10_000) })],
    ['as null', () => ({ body: 'null' })],
    ['as a list', () => ({ body: '[1]' })],
    ['as a number out of range', () => ({ body: '1e400' })],
    ['cut short', () => ({ body: '{"name":"x' })],
    ['with a method in a header', () => ({ body: '{}', headers: { 'X-HTTP-Method-Override': 'DELETE' } })],
    [
      'with an expectation',
      () => ({ body: '{}', headers: { 'X-Forwarded-For': "'; drop table orders", Accept: '\\' } }),
    ],
  ]
  const writing = allCalls.filter(([, call]) => call.method !== 'GET').map(([name]) => name)

  test.each(ways)('%s', async (_, way) => {
    for (const name of writing) {
      const call = callNamed(name)
      const address = call.path.replaceAll(/\{(\w+)\}/g, (__, param: string) => knownFor(param, 1))
      for (const who of ['visitor', 'admin'] as const)
        await expectDocumented(call, { address, who, ...way() })
    }
  })
})

test('a method in a header, a query or a field changes nothing', async () => {
  const id = await stockProduct(store)
  for (const header of ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'])
    await users.admin.call('GET', `/product/${id}?_method=DELETE`, undefined, { [header]: 'DELETE' })
  await users.admin.call('PATCH', `/product/${id}/stock`, { quantity: 1, _method: 'DELETE' })
  expect((await users.admin.call('GET', `/product/${id}`)).status).toBe(200)
})
