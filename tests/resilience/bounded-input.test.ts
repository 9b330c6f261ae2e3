import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createPages } from '#server/pages.ts'
import { sendBytes } from '../support/send-bytes.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'
import { hostileTexts } from './hostile-text.ts'
import { fieldsOf, inputSchemas, inputWith } from './input-schemas.ts'

/** Processor time that one input may take, in ms. Waiting and other programs do not count. */
const BUDGET_MS = 20
/** Attempts for a slow input: garbage collection or compilation may interfere with one. */
const TRIES = 5

/**
 * The least processor time of this thread, in ms, that `work` took; repeated only while it exceeds `budget`.
 */
async function leastCpu(work: () => unknown, budget = BUDGET_MS): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let tried = 0; tried < TRIES && least > budget; tried += 1) {
    const before = process.threadCpuUsage()
    await work()
    const { user, system } = process.threadCpuUsage(before)
    least = Math.min(least, (user + system) / 1_000)
  }
  return least
}

const shown = (text: string) =>
  JSON.stringify(text.length > 60 ? `${text.slice(0, 40)}…${text.slice(-10)}` : text)

describe('64 KiB of hostile text in any field of any schema are validated within 20 ms', () => {
  const texts = hostileTexts()

  test.each(inputSchemas)('%s', async (_, schema) => {
    for (const { path: field } of fieldsOf(schema))
      for (const text of texts) {
        const input = inputWith(field, text)
        const ms = await leastCpu(() => schema.safeParse(input))
        expect(ms, `${field.join('.')}: ${shown(text)}`).toBeLessThan(BUDGET_MS)
      }
  })

  test.each(inputSchemas)('%s, as lists of any length', async (_, schema) => {
    const many = (value: unknown) => Array.from({ length: 20_000 }, () => value)
    for (const { path: field } of [{ path: [] }, ...fieldsOf(schema)])
      for (const value of [
        many(null),
        many({}),
        many([]),
        many(0),
        Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`a${at}`, at])),
      ]) {
        const input = inputWith(field, value)
        const ms = await leastCpu(() => schema.safeParse(input))
        expect(ms, field.join('.')).toBeLessThan(BUDGET_MS)
      }
  })

  test('every schema checks the length of a text first, and a longer text ends the checks', () => {
    const unbounded = inputSchemas.flatMap(([name, schema]) =>
      fieldsOf(schema)
        .filter(({ schema: field }) => field instanceof z.ZodString && !isBoundedFirst(field))
        .map(({ path: field }) => `${name}: ${field.join('.')}`),
    )
    expect(unbounded).toEqual([])
  })
})

function isBoundedFirst(field: z.ZodString): boolean {
  const first = field.def.checks?.[0]?._zod.def as { check?: string; abort?: boolean } | undefined
  return first?.check === 'max_length' && first.abort === true
}

describe('a path, a query, a header or a body of any shape takes at most 20 ms more than a plain one', () => {
  let store: TestStore
  beforeAll(async () => {
    const prepare = path.join(import.meta.dirname, '../../tools/setup/prepare.mjs')
    await promisify(execFile)(process.execPath, [prepare, 'build'])
    store = await openTestStore({}, createPages)
  }, 120_000)
  afterAll(() => store.close())

  const request = (method: string, address: string, headers: readonly string[] = [], body = '') =>
    [
      `${method} ${address} HTTP/1.1`,
      'Host: localhost',
      'Connection: close',
      ...headers,
      ...(body ? ['Content-Type: application/json', `Content-Length: ${body.length}`] : []),
      '',
      body,
    ].join('\r\n')

  /** Texts that a line of HTTP may contain; all headers together may have 16 KB. */
  const inHead = (allowed: RegExp) =>
    String.raw`. @ / % %40 %00 %zz %ED%A0%80 %CC%81 %F0%9F%91%A9%E2%80%8D %2F - 0 a a/ a, a=b; a=b& " ' ( # ;q= ../`
      .split(' ')
      .concat(' ', ' ,')
      .filter((unit) => allowed.test(unit))
      .map((unit) => unit.repeat(15_000 / unit.length))

  /** A harmless text, too long for its response to be cached. */
  const PLAIN = 'a'.repeat(300)

  /** Sends the request that `make` builds from each text, and compares it with that of a plain text. */
  async function expectQuick(texts: readonly string[], make: (text: string) => string): Promise<void> {
    // Warm-up, so that first-use work such as a connection does not count.
    await sendBytes(store.url, make(PLAIN))
    const measurePlain = () => leastCpu(() => sendBytes(store.url, make(PLAIN)), 0)
    let plain = await measurePlain()
    // The time of a whole page shows how slow the machine is: the page of a search with results takes longer
    // than one without.
    const budget = () => Math.max(BUDGET_MS, 1.5 * plain)
    for (const text of texts) {
      const bytes = make(text)
      expect(await sendBytes(store.url, bytes), shown(text)).toMatch(/^HTTP\/1\.1 [1-4]\d\d /)
      const excess = async () => (await leastCpu(() => sendBytes(store.url, bytes), plain + budget())) - plain
      let least = await excess()
      // The speed of a processor varies: a text that seems slow is compared again, right after a plain one.
      for (let tried = 0; tried < TRIES && least > budget(); tried += 1) {
        plain = await measurePlain()
        least = Math.min(least, await excess())
      }
      expect(least, shown(text)).toBeLessThanOrEqual(budget())
    }
  }

  // Without characters that would change the path.
  const inPath = inHead(/^(?!\.\.\/)[^ #"]+$/)

  test.each(['/', '/product/', '/auth/', '/blogs/'])('a path that begins with %s', async (start) => {
    await expectQuick(inPath, (text) => request('GET', start + text))
    // The longest path that is routed.
    await expectQuick(inPath, (text) => request('GET', start + text.slice(0, 2000)))
  })

  test.each([
    '/parts?q=',
    '/parts?make=Honda&model=',
    '/parts?',
    '/parts.data?_routes=',
    '/reset-password?token=',
    '/products?limit=',
    '/vehicles?make=',
    '/auth/verify-email?token=',
    '/auth/callback/google?state=',
  ])('a query that begins with %s', async (start) => {
    await expectQuick(inPath, (text) => request('GET', start + text))
  })

  test('route discovery with very many paths', async () => {
    const build = (await import(path.resolve('build/server/index.js'))) as { assets: { version: string } }
    const many = Array.from({ length: 1200 }, (_, at) => `/${at.toString(36)}`).join(',')
    await expectQuick([many], (paths) =>
      request('GET', `/__manifest?version=${build.assets.version}&paths=${paths}`),
    )
  })

  test.each([
    'Accept',
    'Accept-Encoding',
    'Authorization',
    'Cookie',
    'Content-Type',
    'Idempotency-Key',
    'Origin',
    'If-None-Match',
    'Range',
    'X-Forwarded-For',
    'Stripe-Signature',
    'Sec-Fetch-Site',
    'Cookie: driveline.session_token=',
    'Authorization: Bearer ',
    'Accept-Encoding: br',
    'Accept-Encoding: gzip;q=',
  ])('the header %s', async (header) => {
    const start = header.includes(':') ? header : `${header}: `
    for (const [method, address] of [
      ['GET', '/parts?brand=a'],
      ['GET', '/product/x'],
      ['GET', '/auth/get-session'],
      ['POST', '/order'],
    ] as const)
      await expectQuick(inHead(/^[^%]+$/), (text) =>
        request(
          method,
          address,
          [start + text],
          method === 'POST' && !header.startsWith('Content') ? '{}' : '',
        ),
      )
  })

  test.each<[address: string, field: string]>([
    ['/contact', 'email'],
    ['/contact', 'message'],
    ['/auth/sign-up/email', 'email'],
    ['/auth/sign-up/email', 'password'],
    ['/auth/sign-up/email', 'name'],
    ['/auth/sign-in/email', 'email'],
    ['/auth/request-password-reset', 'email'],
    ['/auth/reset-password', 'token'],
    ['/auth/two-factor/verify-totp', 'code'],
  ])('a body of POST %s with a long %s', async (address, field) => {
    const texts = hostileTexts(30_000).filter((text) => /^[\x20-\x7e]*$/.test(text))
    await expectQuick(texts, (text) => request('POST', address, [], JSON.stringify({ [field]: text })))
  })
})
