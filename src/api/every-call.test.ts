import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allCalls, calls } from '#contract/calls.ts'
import { isId } from '#domain/shared/id.ts'
import {
  addressOf,
  openFixture,
  MISSING,
  rightfulHeaders,
  type Sample,
  samples,
  send,
  sendRaw,
  type Fixture,
  writingCalls,
} from '../../tests/support/call-samples.ts'
import { expectProblem } from '../../tests/support/problem.ts'
import { expectEveryRule } from '../../tests/support/store-pair.ts'
import { caller } from '../../tests/support/users.ts'

let world: Fixture

beforeAll(async () => {
  world = await openFixture()
})
afterAll(() => world.store.close())

describe.each(writingCalls)('%s', (_name, call) => {
  const address = addressOf(call, { params: { id: MISSING, email: 'absent@people.test' } })

  test('refuses more than 64 KiB, or what it allows, even without a declared length', async () => {
    const large = JSON.stringify({ text: 'x'.repeat(call.maxBodyBytes ?? 64 * 1024) })
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

  test('refuses content types other than JSON', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml', ''])
      expectProblem(
        await sendRaw(world, call, address, 'x=1', { 'Content-Type': type }),
        415,
        'unsupported_media_type',
      )
  })

  test('refuses malformed JSON and bytes that are not text', async () => {
    const broken = ['{"a":', '{a:1}', 'undefined', '{"a":1}}', new Uint8Array([0x22, 0xff, 0xfe, 0x22])]
    for (const body of broken) expectProblem(await sendRaw(world, call, address, body), 400, 'malformed_body')
  })

  test('refuses JSON that is not an object, or a missing token first', async () => {
    for (const body of ['[]', 'null', '1', '"x"', 'true']) {
      const response = await sendRaw(world, call, address, body)
      expectProblem(response, call.access === 'self' || call.access === 'session' ? response.status : 422)
      expect([401, 403, 422]).toContain(response.status)
    }
  })
})

test('the body is read before the token is checked, and fields are validated after it', async () => {
  const visitor = caller(world.store)
  const post = (body: string, headers: Record<string, string> = {}) =>
    visitor('POST', '/order', body, headers)
  expectProblem(await post('x'.repeat(65 * 1024), { 'Content-Type': 'text/plain' }), 413)
  expectProblem(await post('{', { 'Content-Type': 'text/plain' }), 415)
  expectProblem(await post('{'), 400)
  expectProblem(await post('{"orderQty":"none"}'), 401)
  expectProblem(await world.owner.call('PUT', `/updateUser/${world.other.email}`, { education: 7 }), 403)
})

const inUpperCase = (fields: Record<string, unknown> = {}) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      /^(?:id|\w+Id)$/.test(name) && typeof value === 'string' && isId(value) ? value.toUpperCase() : value,
    ]),
  )

// The id of a customer is the identity provider's, who may tell cases apart.
const callsWithOwnIds = allCalls.map(([name]) => name).filter((name) => name !== 'showCustomer')

describe('ids in upper case', () => {
  test.each(callsWithOwnIds)('are accepted by %s', async (name) => {
    const lower: Sample = await samples[name](world)
    const upper: Sample = {
      ...lower,
      ...(lower.params && { params: inUpperCase(lower.params) as Record<string, string> }),
      ...(lower.body && { body: inUpperCase(lower.body) }),
    }
    const response = await send(world.store, name, upper, undefined, rightfulHeaders(world, calls[name]))
    expect(response.status, JSON.stringify(response.body)).toBeLessThan(300)
  })

  // Once: checking the rules takes longer than a call, and what breaks one stays broken.
  test('break no rule', () => expectEveryRule(world.store))
})

describe('an unknown method of a known path', () => {
  const shapes = new Map<string, { address: string; methods: Set<string> }>()
  for (const [, call] of allCalls) {
    const shape = call.path.replaceAll(/\{\w+\}/g, '{}')
    const known = shapes.get(shape) ?? { address: addressOf(call), methods: new Set<string>() }
    shapes.set(shape, known)
    known.methods.add(call.method)
    if (call.method === 'GET') known.methods.add('HEAD')
  }
  shapes.set('/webhooks/stripe', { address: '/webhooks/stripe', methods: new Set(['POST']) })

  test.each([...shapes])(
    'is refused at %s with 405 and the allowed methods',
    async (_shape, { address, methods }) => {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter(
        (m) => !methods.has(m),
      )) {
        const response = await caller(world.store)(method, address)
        expectProblem(response, 405, 'method_not_allowed')
        expect(new Set(response.headers.get('allow')?.split(', '))).toEqual(methods)
      }
    },
  )
})

test('an unknown path returns 404 in the same format', async () => {
  for (const address of ['/nothing-here', '/user/a/b/c', '/order/shipped/x/y', '/webhooks/other', '/product'])
    expectProblem(await caller(world.store)('PATCH', address, {}), address === '/product' ? 405 : 404)
})
