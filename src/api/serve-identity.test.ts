import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestStore, type TestStore } from '../../tests/support/test-store.ts'

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

/** The problem that an address returns, without the fields that identify the request. */
async function problemAt(path: string, init: RequestInit) {
  const response = await fetch(store.url + path, { method: 'POST', ...init })
  expect(response.headers.get('content-type'), path).toBe('application/problem+json')
  expect(response.headers.get('cache-control'), path).toBe('no-store')
  const { instance, requestId, ...problem } = (await response.json()) as Record<string, unknown>
  expect(instance).toBe(path)
  expect(requestId).toBe(response.headers.get('x-request-id'))
  expect(problem['status']).toBe(response.status)
  return problem
}

const json = { 'content-type': 'application/json' }
const endless = () =>
  new ReadableStream<Uint8Array>({ pull: (into) => into.enqueue(new Uint8Array(8192).fill(32)) })

describe('A body under /auth is read and refused as in any other call', () => {
  const bodies: [string, () => RequestInit, number, string][] = [
    ['too large', () => ({ headers: json, body: `"${'x'.repeat(70_000)}"` }), 413, 'payload_too_large'],
    [
      'without an end',
      () => ({ headers: json, body: endless(), duplex: 'half' }) as RequestInit,
      413,
      'payload_too_large',
    ],
    ['a form', () => ({ body: new URLSearchParams({ email: 'a@b.c' }) }), 415, 'unsupported_media_type'],
    ['of no type', () => ({ body: new TextEncoder().encode('{}') }), 415, 'unsupported_media_type'],
    ['cut off', () => ({ headers: json, body: '{"email":' }), 400, 'malformed_body'],
    [
      'no UTF-8',
      () => ({ headers: json, body: new Uint8Array([0x22, 0xc3, 0x28, 0x22]) }),
      400,
      'malformed_body',
    ],
    ['a list', () => ({ headers: json, body: '[]' }), 422, 'invalid_input'],
    ['a number', () => ({ headers: json, body: '7' }), 422, 'invalid_input'],
    ['null', () => ({ headers: json, body: 'null' }), 422, 'invalid_input'],
  ]
  test.each(bodies)('%s', async (_what, init, status, code) => {
    const identity = await problemAt('/auth/sign-in/email', init())
    expect(identity).toMatchObject({ status, code })
    expect(identity).toEqual(await problemAt('/contact', init()))
  })

  test('with invalid fields, which are named', async () => {
    const problem = await problemAt('/auth/sign-in/email', { headers: json, body: '{"email":"no"}' })
    expect(problem).toMatchObject({ status: 422, code: 'invalid_input' })
    const fields = (problem['errors'] as { field: string }[]).map(({ field }) => field)
    expect(fields).toEqual(['email', 'password'])
  })

  test('from another site’s page, which may not act for the user', async () => {
    const headers = { ...json, origin: 'https://elsewhere.test' }
    const identity = await problemAt('/auth/sign-in/email', { headers, body: '{}' })
    expect(identity).toMatchObject({ status: 403, code: 'forbidden' })
    const api = await problemAt('/user/a@people.test', { method: 'PUT', headers, body: '{}' })
    expect(api).toEqual({ ...identity, detail: api['detail'] })
  })
})

test.each([
  ['GET', '/auth/sign-in/email', 405, 'method_not_allowed'],
  ['POST', '/auth/delete-user', 404, 'not_found'],
  ['POST', '/auth/', 404, 'not_found'],
  ['POST', '/auth/sign-in/email/', 404, 'not_found'],
])('%s %s is a problem document as well', async (method, path, status, code) => {
  const body = method === 'GET' ? {} : { headers: json, body: '{}' }
  expect(await problemAt(path, { method, ...body })).toMatchObject({ status, code })
})
