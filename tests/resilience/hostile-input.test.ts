import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusalsOf } from '#api/openapi.ts'
import type { Call } from '#contract/call.ts'
import { allCalls } from '#contract/calls.ts'
import {
  addressOf,
  openFixture,
  MISSING,
  keysOf,
  samples,
  sendRaw,
  strictResponse,
  type Fixture,
  writingCalls,
} from '../support/call-samples.ts'
import { expectProblem } from '../support/problem.ts'
import { type ApiResponse } from '../support/users.ts'

let fixture: Fixture

beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.store.close())

/** Values that have crashed stores before. */
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
  'toString',
  'hasOwnProperty',
  'valueOf',
  '__defineGetter__',
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

/** JSON texts that JSON.stringify would not write. */
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

let places = 0
/**
 * Every fourth value for a field, and the next ones for the next field: a few fields get all of them. With
 * HOSTILE_TEXTS=all, each field does.
 */
function shareOf<T>(values: readonly T[]): T[] {
  places += 1
  return values.filter((_, i) => process.env['HOSTILE_TEXTS'] === 'all' || (i + places) % 4 === 0)
}

/** A refusal must be documented for this call; no response may be a server error. */
function expectNoFault(call: Call, response: ApiResponse, what: string): void {
  expect(response.status, `${call.path} with ${what}: ${JSON.stringify(response.body)}`).toBeLessThan(500)
  expect(JSON.stringify(response.body) ?? '', `${call.path} with ${what}`).not.toContain('[native code]')
  if (response.status < 400) strictResponse(call).parse(response.body)
  else {
    expectProblem(response, response.status)
    expect(refusalsOf(call), `${call.path} with ${what}`).toContain(response.body.code)
  }
}

describe('no value of a field causes a server error:', () => {
  test.each(writingCalls.filter(([, call]) => keysOf(call.body).length > 0))('%s', async (name, call) => {
    const sample = await samples[name](fixture)
    const address = addressOf(call, sample)
    const bodyWith = (field: string, json: string) =>
      `{${Object.entries(sample.body ?? {})
        .filter(([key]) => key !== field)
        .map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)},`)
        .join('')}${JSON.stringify(field)}:${json}}`
    const values = [...HOSTILE.map((value) => JSON.stringify(value)), ...HOSTILE_JSON]
    // Texts that are only long or deep are handled the same under any name: two names suffice.
    for (const [at, field] of [...keysOf(call.body), '__proto__'].entries())
      // Sequentially: concurrent calls about one order would wait for each other, and on a busy machine be
      // refused as too many.
      for (const json of shareOf(values).filter((each) => at < 2 || each.length < 2000)) {
        const what = `${field}: ${json.slice(0, 80)}`
        expectNoFault(call, await sendRaw(fixture, call, address, bodyWith(field, json)), what)
      }
  })
})

describe('no URL causes a server error:', () => {
  const texts = [
    ...HOSTILE.filter((value) => typeof value === 'string').map((text) => text.slice(0, 5000)),
    MISSING.toUpperCase(),
    '-1',
    '1e400',
    'NaN',
  ]
  // Unchanged, and with invalid escapes: half an escape, bytes that are not UTF-8, an encoded slash.
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

  test.each(allCalls.filter(([, call]) => !call.form))('%s', async (name, call) => {
    const sample = await samples[name](fixture)
    const body = sample.body && JSON.stringify(sample.body)
    const addresses: string[] = []
    for (const param of keysOf(call.params))
      for (const text of shareOf(encoded))
        addresses.push(
          addressOf({ ...call, path: call.path.replace(`{${param}}`, 'HERE') }, sample).replace('HERE', text),
        )
    addresses.push(`${addressOf(call, sample)}?__proto__=x&unknown=%zz&&=`)
    for (const key of keysOf(call.query))
      for (const text of shareOf(encoded))
        addresses.push(`${addressOf(call, { ...sample, query: {} })}?${key}=${text}`)
    for (const address of addresses) {
      const response = await sendRaw(fixture, call, address, body)
      // A slash or a dot may make it another path, which is refused as such.
      if (['method_not_allowed', 'not_found'].includes(response.body?.code))
        expectProblem(response, response.status)
      else expectNoFault(call, response, address.slice(0, 120))
    }
  })
})

describe('unknown fields are dropped:', () => {
  // The texts before have used up limits of the accounts, such as that of invitations.
  beforeAll(async () => {
    await fixture.store.close()
    fixture = await openFixture()
  })

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

  test.each(writingCalls)('%s', async (name, call) => {
    const sample = await samples[name](fixture)
    const body = JSON.stringify({ ...sample.body, ...extra }).replace(/\}$/, ',"__proto__":{"role":"admin"}}')
    const response = await sendRaw(fixture, call, addressOf(call, sample), body)
    expect(response.status, JSON.stringify(response.body)).toBe(call.status)
    strictResponse(call).parse(response.body)
    expect(response.body.insertedId).not.toBe(MISSING)
    expect({}).not.toHaveProperty('role')
  })
})
