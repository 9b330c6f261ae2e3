import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  addressOf,
  openFixture,
  MISSING,
  rightfulHeaders,
  sendRaw,
  type Fixture,
  writingCalls,
} from '../../tests/support/call-samples.ts'
import { caller } from '../../tests/support/users.ts'
import { expectProblem } from '../../tests/support/problem.ts'
import { allCalls } from '#contract/calls.ts'

let world: Fixture

beforeAll(async () => {
  world = await openFixture()
})
afterAll(() => world.store.close())

describe.each(writingCalls)('%s', (_name, call) => {
  const address = addressOf(call, { params: { id: MISSING, email: 'nobody@people.test' } })

  test('refuses more than 64 KiB, also when nobody says how much is coming', async () => {
    const large = JSON.stringify({ text: 'x'.repeat(64 * 1024) })
    expectProblem(await sendRaw(world, call, address, large), 413, 'payload_too_large')
    const stream = new Blob([large]).stream()
    const response = await fetch(world.store.url + address, {
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
        await sendRaw(world, call, address, 'x=1', { 'Content-Type': type }),
        415,
        'unsupported_media_type',
      )
  })

  test('refuses malformed JSON and bytes that are no text', async () => {
    const broken = ['{"a":', '{a:1}', 'undefined', '{"a":1}}', new Uint8Array([0x22, 0xff, 0xfe, 0x22])]
    for (const body of broken) expectProblem(await sendRaw(world, call, address, body), 400, 'malformed_body')
  })

  test('refuses JSON that is no object, or asks first who is there', async () => {
    for (const body of ['[]', 'null', '1', '"x"', 'true']) {
      const answer = await sendRaw(world, call, address, body)
      expectProblem(answer, call.who === 'self' || call.who === 'proof' ? answer.status : 422)
      expect([401, 403, 422]).toContain(answer.status)
    }
  })
})

test('the door looks at the body before it asks who is there, and asks that before it reads fields', async () => {
  const visitor = caller(world.store)
  const post = (body: string, headers: Record<string, string> = {}) =>
    visitor('POST', '/order', body, headers)
  expectProblem(await post('x'.repeat(65 * 1024), { 'Content-Type': 'text/plain' }), 413)
  expectProblem(await post('{', { 'Content-Type': 'text/plain' }), 415)
  expectProblem(await post('{'), 400)
  expectProblem(await post('{"orderQty":"none"}'), 401)
  expectProblem(await world.owner.call('PUT', `/updateUser/${world.other.email}`, { education: 7 }), 403)
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
      const answer = await caller(world.store)(method, address)
      expectProblem(answer, 405, 'method_not_allowed')
      expect(new Set(answer.headers.get('allow')?.split(', '))).toEqual(methods)
    }
  })
})

test('an address that is none is answered 404 in the same shape', async () => {
  for (const address of ['/nothing-here', '/user/a/b/c', '/order/shipped/x/y', '/webhooks/other', '/product'])
    expectProblem(await caller(world.store)('PATCH', address, {}), address === '/product' ? 405 : 404)
})
