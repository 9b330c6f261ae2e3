// Long because one table of texts is sent to every place of the store that reads a text.

import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { z } from 'zod'
import { allCalls } from '#contract/calls.ts'
import { isRunning } from '#domain/imports/imported-file.ts'
import { identityCalls } from '#integrations/identity/identity-calls.ts'
import { createPages } from '#server/pages.ts'
import { addressOf, type Fixture, openFixture, rightfulHeaders, samples } from '../support/call-samples.ts'
import { sendBytes } from '../support/send-bytes.ts'
import { pngWith, pngWithTextBombs } from './hostile-files.ts'
import { encodedText, hostileTexts } from './hostile-text.ts'
import { fieldsOf, inputWith } from './input-schemas.ts'

/** A hostile text may take this many times the processor time of a plain one … */
const RATIO = 3
/** … and this much more, in ms: compilation and garbage collection. */
const NOISE_MS = 40
/** Measurements of a text that seems slow: the least one counts. */
const TRIES = 6

/** Bytes of a body's text; a body may have 64 KiB. */
const IN_BODY = 60_000
/** Bytes of a query's or a header's text; all headers together may have 16 KB. */
const IN_HEAD = 14_000
/** Bytes of a text in a path; a path may have 2 KB. */
const IN_PATH = 1_900

let fixture: Fixture
beforeAll(async () => {
  const prepare = path.join(import.meta.dirname, '../../tools/setup/prepare.mjs')
  await promisify(execFile)(process.execPath, [prepare, 'build'])
  fixture = await openFixture(createPages)
}, 300_000)
afterAll(() => fixture.store.close())

const shown = (text: string) =>
  JSON.stringify(text.length > 60 ? `${text.slice(0, 40)}…${text.slice(-10)}` : text)

/** Processor time of this process, all threads, in ms: the store runs in it. */
async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

/** Compares the least processor time of several tries of `work` with that of `plain`. */
async function expectNoMore(
  work: () => Promise<unknown>,
  plain: () => Promise<unknown>,
  what: string,
  noise = NOISE_MS,
): Promise<void> {
  let [least, base] = [Number.POSITIVE_INFINITY, 0]
  for (let tried = 0; tried < TRIES && least > RATIO * base + noise; tried += 1) {
    least = Math.min(least, await cpuOf(work))
    if (least > noise) base = Math.max(base, await cpuOf(plain))
  }
  expect(least, what).toBeLessThanOrEqual(RATIO * base + noise)
}

/**
 * A place gets every twelfth text, the next place the next ones: between them, the fields of a few calls,
 * pages or headers get all. HOSTILE_TEXTS=all hands every text to every place, which takes twelve times as
 * long; regular-expressions.test.ts proves that each expression is linear anyway.
 */
const SHARE = process.env['HOSTILE_TEXTS'] === 'all' ? 1 : 12
let places = 0

/**
 * Hands its share of the texts to `send`, and compares the processor time of each with that of a plain text
 * of the same length. Short texts come first: the time of a long one could be hours.
 * @param fields that get the text at once: a quadratic one takes thousands of times as long as all others.
 */
async function expectLinear(
  texts: readonly string[],
  send: (text: string) => Promise<unknown>,
  what: string,
  fields = 1,
): Promise<void> {
  await send('a'.repeat(10))
  places += 1
  const own = texts.length < SHARE ? texts : texts.filter((_, at) => (at + places) % SHARE === 0)
  for (const text of own.toSorted((a, b) => a.length - b.length)) {
    const plain = () => send('a'.repeat(text.length))
    await expectNoMore(() => send(text), plain, `${what}: ${shown(text)}`, NOISE_MS * fields)
  }
}

type Raw = { method?: string; address?: string; headers?: readonly string[]; body?: string; type?: string }

/** Sends bytes as they are, and expects an answer that is no failure. */
async function sendOnce({
  method = 'GET',
  address = '/',
  headers = [],
  body = '',
  type,
}: Raw): Promise<void> {
  const bytes = Buffer.from(body).toString('latin1')
  const lines = [
    `${method} ${address} HTTP/1.1`,
    ...(headers.some((line) => line.startsWith('Host:')) ? [] : ['Host: localhost']),
    'Connection: close',
    ...headers,
    ...(method === 'GET' ? [] : [`Content-Length: ${bytes.length}`]),
    ...(type ? [`Content-Type: ${type}`] : []),
  ]
  const response = await sendBytes(fixture.store.url, `${lines.join('\r\n')}\r\n\r\n${bytes}`)
  expect(response.slice(0, 200), `${method} ${address.slice(0, 100)}`).toMatch(/^HTTP\/1\.1 [1-4]\d\d /)
}

const JSON_TYPE = 'application/json'
const linesOf = (headers: Record<string, string>) =>
  Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
/** Texts whose JSON has at most `bytes` bytes. */
const textsOf = (bytes: number) =>
  hostileTexts(bytes).map((text) =>
    text.slice(0, Math.floor((text.length * bytes) / Buffer.byteLength(JSON.stringify(text)))),
  )
const inQuery = hostileTexts(IN_HEAD).map((text) => encodedText(text, IN_HEAD))
const inPath = hostileTexts(IN_PATH).map((text) => encodedText(text, IN_PATH))

/** The longest text that a field accepts; null when it has no bound below a body's. */
function longestOf(field: z.ZodType): number | null {
  const longest = (field as z.ZodString).maxLength ?? null
  return longest !== null && longest > 20 && longest < IN_BODY ? longest : null
}

describe('every field of a call takes time that is linear in its text:', () => {
  test.each(allCalls)('%s', async (name, call) => {
    const sample = await samples[name](fixture)
    const headers = linesOf(rightfulHeaders(fixture, call))
    const json = {
      method: call.method,
      headers,
      ...(sample.body && { type: JSON_TYPE, body: JSON.stringify(sample.body) }),
    }
    for (const {
      path: [param = ''],
    } of fieldsOf(call.params)) {
      const address = addressOf({ ...call, path: call.path.replace(`{${param}}`, 'HERE') }, sample)
      await expectLinear(
        inPath,
        (text) => sendOnce({ ...json, address: address.replace('HERE', text) }),
        param,
      )
    }
    for (const {
      path: [key = ''],
    } of fieldsOf(call.query)) {
      const { [key]: _, ...others } = sample.query ?? {}
      const address = addressOf(call, { ...sample, query: { ...others, [key]: 'HERE' } })
      await expectLinear(
        inQuery,
        (text) => sendOnce({ ...json, address: address.replace('HERE', text) }),
        key,
      )
    }
    if (sample.form || call.method === 'GET') return
    const address = addressOf(call, sample)
    for (const { path: field, schema } of fieldsOf(call.body)) {
      const longest = longestOf(schema)
      const texts = [...(longest ? hostileTexts(longest) : []), ...textsOf(IN_BODY)]
      const bodyWith = (text: string) =>
        JSON.stringify({ ...sample.body, ...(inputWith(field, text) as object) })
      await expectLinear(
        texts,
        (text) => sendOnce({ ...json, type: JSON_TYPE, address, body: bodyWith(text) }),
        field.join('.'),
      )
    }
  })
})

describe('every field of a call below /auth takes time that is linear in its text:', () => {
  test.each(Object.entries(identityCalls))('%s', async (address, { method, body }) => {
    const call = { method: method.toUpperCase(), address: `/auth${address}` }
    if (!body) return
    for (const { path: field, schema } of fieldsOf(body)) {
      const longest = longestOf(schema)
      await expectLinear(
        [...(longest ? hostileTexts(longest) : []), ...textsOf(IN_BODY)],
        (text) => sendOnce({ ...call, type: JSON_TYPE, body: JSON.stringify(inputWith(field, text)) }),
        field.join('.'),
      )
    }
  })
})

const PAGE_QUERIES: Record<string, readonly string[]> = {
  '/': ['x'],
  '/login': ['from', 'verified', 'error', 'problem', 'done', 'step', 'as'],
  '/signup': ['from'],
  '/signed-in': ['from'],
  '/reset-password': ['token', 'verified', 'error'],
  '/contactUs': ['sent'],
  '/customerReviews': ['after'],
  '/parts': ['q', 'category', 'brand', 'make', 'model', 'year', 'engine', 'price', 'page', 'sort'],
  '/part-list': ['list'],
  '/categories/x': ['sort', 'page'],
  '/cars/Honda/Civic/2009': ['page', 'category'],
  '/purchase-product/x': ['quantity'],
  '/checkout': ['method'],
  '/docs': ['x'],
  '/sitemap.xml': ['x'],
  '/feeds/products.xml': ['x'],
  '/parts.data': ['q', '_routes'],
  '/part-list.data': ['list'],
  '/auth/verify-email': ['token', 'code', 'callbackURL'],
  '/auth/callback/google': ['state', 'code', 'error'],
  '/auth/google/done': ['error'],
  '/auth/oidc': ['from'],
  '/dev/mailbox': ['to', 'view'],
}

describe('a page takes time that is linear in each text of its URL:', () => {
  test.each(Object.entries(PAGE_QUERIES))('%s?%j', async (page, names) => {
    for (const name of [...names, 'names of parameters'])
      await expectLinear(
        inQuery,
        (text) => sendOnce({ address: `${page}?${name === 'names of parameters' ? '' : `${name}=`}${text}` }),
        name,
      )
  })

  test.each([
    '/',
    '/parts/',
    '/categories/',
    '/cars/',
    '/cars/Honda/',
    '/blogs/',
    '/auth/',
    '/images/',
    '/content/',
    '/dashboard/',
  ])('%s…', (start) => expectLinear(inPath, (text) => sendOnce({ address: start + text }), start))

  test.each([
    ['/login', ['email', 'password', 'intent']],
    ['/signup', ['name', 'email', 'password', 'confirmPassword']],
    ['/reset-password?token=x', ['password', 'confirmPassword', 'token']],
    ['/contactUs', ['name', 'email', 'message']],
  ])('a form that is posted to %s: %j', async (address, names) => {
    const form = {
      method: 'POST',
      address,
      type: 'application/x-www-form-urlencoded',
      headers: ['Sec-Fetch-Site: same-origin'],
    }
    for (const name of [...names, ''])
      await expectLinear(
        hostileTexts(IN_BODY).map((text) => encodedText(text, IN_BODY)),
        (text) => sendOnce({ ...form, body: `${name}=${text}` }),
        name,
      )
  })
})

test.each([
  'Accept: ',
  'Accept: text/html;q=',
  'Accept: text/html,',
  'Accept-Encoding: ',
  'Accept-Encoding: br;q=0',
  'Accept-Language: ',
  'Authorization: ',
  'Authorization: Bearer ',
  'Content-Type: ',
  'Content-Type: application/json;',
  'Content-Type: multipart/form-data; boundary=',
  'Cookie: ',
  'Cookie: better-auth.session_token=',
  'Host: ',
  'Idempotency-Key: ',
  'If-None-Match: ',
  'If-Modified-Since: ',
  'Origin: ',
  'Range: bytes=',
  'Referer: ',
  'Sec-Fetch-Site: ',
  'Stripe-Signature: t=',
  'Traceparent: ',
  'User-Agent: ',
  'X-Forwarded-For: ',
  'X-Forwarded-Proto: ',
])('the header "%s…" takes time that is linear in its text', async (start) => {
  const texts = hostileTexts(IN_HEAD)
    .map((text) => Buffer.from(text).subarray(0, IN_HEAD).toString('latin1').trim())
    // Node refuses a header with these before the store sees it.
    .filter((text) => /^[^\0\r\n]+$/.test(text))
  for (const [method, address] of [
    ['GET', '/parts?brand=a'],
    ['GET', '/product/x'],
    ['GET', '/auth/get-session'],
    ['GET', '/favicon.svg'],
    ['POST', '/order'],
    ['POST', '/webhooks/stripe'],
    ['POST', '/imports'],
  ] as const) {
    const type = method === 'POST' && !start.startsWith('Content-Type') ? { type: JSON_TYPE, body: '{}' } : {}
    await expectLinear(
      texts,
      (text) => sendOnce({ method, address, headers: [start + text], ...type }),
      address,
    )
  }
})

/** JSON texts of `size` characters that are no text of one field. */
const jsonTexts = (size: number) => {
  const half = size / 2
  const keys = (name: (at: number) => string) =>
    `{${Array.from({ length: size / 20 }, (_, at) => `"${name(at)}":1`).join(',')}}`
  return [
    '['.repeat(half) + ']'.repeat(half),
    '['.repeat(size),
    '{"a":'.repeat(size / 6) + '1' + '}'.repeat(size / 6),
    `[${'1,'.repeat(half)}1]`,
    `[${'{},'.repeat(size / 3)}1]`,
    keys((at) => `a${at}`),
    keys((at) => String(at)),
    keys(() => '__proto__'),
    keys(() => 'constructor'),
    '1'.repeat(size),
    `1e${'9'.repeat(size)}`,
    `"${'\\u0344'.repeat(size / 6)}"`,
    ' '.repeat(size),
  ]
}

test('a body of any shape takes time that is linear in its length', async () => {
  for (const [name, call] of allCalls.filter(([, { method, form }]) => method !== 'GET' && !form)) {
    const address = addressOf(call, await samples[name](fixture))
    const headers = linesOf(rightfulHeaders(fixture, call))
    await expectLinear(
      jsonTexts(IN_BODY),
      (body) => sendOnce({ method: call.method, address, headers, type: JSON_TYPE, body }),
      name,
    )
  }
})

const multipart = (head: string, body = 'x') => `--B\r\n${head}\r\n\r\n${body}\r\n--B--\r\n`

test('a picture takes no time for its texts, however far they unpack', async () => {
  // It blocks the decoders that the store's own content needs.
  const { decodePicture } = await import('#integrations/images/picture-pixels.ts')
  // Unpacking the texts would take some hundred times as long as reading them.
  const bombs = pngWithTextBombs()
  const plain = pngWith('tEXt', Buffer.alloc(4_000_000))
  await decodePicture(plain)
  await expectNoMore(
    () => decodePicture(bombs),
    () => decodePicture(plain),
    'texts of 4 GB',
  )
})

test('route discovery takes time that is linear in the number of paths', async () => {
  const build = (await import(path.resolve('build/server/index.js'))) as { assets: { version: string } }
  const many = Array.from({ length: 1200 }, (_, at) => `/${at.toString(36)}`).join(',')
  await expectLinear(
    [many],
    (paths) => sendOnce({ address: `/__manifest?version=${build.assets.version}&paths=${paths}` }),
    'paths',
  )
})

describe('an upload takes time that is linear in its texts:', () => {
  const admin = () => linesOf({ Authorization: `Bearer ${fixture.admin.token}` })
  const post = (address: string, body: string) =>
    sendOnce({ method: 'POST', address, headers: admin(), type: 'multipart/form-data; boundary=B', body })

  test.each(['/images', '/imports'])('the headers of a part, and its name, of %s', async (address) => {
    const texts = hostileTexts(IN_BODY)
    for (const head of [
      (text: string) => `Content-Disposition: form-data; name="file"; filename="${text}"`,
      (text: string) => `Content-Disposition: form-data; name="${text}"`,
      (text: string) => `Content-Disposition: form-data; ${text}`,
      (text: string) =>
        `Content-Disposition: form-data; name="file"; ${'filename=a; '.repeat(text.length / 12)}`,
      (text: string) => `Content-Type: ${text}\r\nContent-Disposition: form-data; name="file"`,
      (text: string) => text,
    ])
      await expectLinear(texts, (text) => post(address, multipart(head(text))), head(''))
  })

  /** Uploads a file, and waits until it has been checked. */
  async function importFile(kind: string, content: string): Promise<void> {
    const form = new FormData()
    form.set('kind', kind)
    form.set('file', new Blob([content]), 'file')
    const sent = await fetch(`${fixture.store.url}/imports`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${fixture.admin.token}` },
      body: form,
    })
    const { insertedId } = (await sent.json()) as { insertedId: string }
    await vi.waitFor(
      async () => {
        const { body } = await fixture.admin.call('GET', `/imports/${insertedId}`)
        expect(isRunning(body.status)).toBe(false)
      },
      { timeout: 120_000, interval: 20 },
    )
  }

  /** A text that is as long after `escape` as `text` was before: time is compared by length. */
  const cut = (text: string, escape: (text: string) => string) =>
    escape(text.slice(0, Math.floor(text.length ** 2 / Math.max(1, escape(text).length))))
  const escaped = (text: string) =>
    cut(text, (raw) => raw.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;'))
  const quoted = (text: string) => `"${cut(text, (raw) => raw.replaceAll('"', '""'))}"`
  const COLUMNS = ['name', 'brand', 'category', 'about', 'price', 'available', 'minOrder', 'picture']
  const aces = (...apps: string[]) =>
    `<ACES version="4.2"><Header><SubmissionType>UPDATE</SubmissionType></Header>${apps.join('')}<Footer><RecordCount>${apps.length}</RecordCount></Footer></ACES>`
  const pies = (...items: string[]) =>
    `<PIES><Items>${items.map((item) => `<Item>${item}</Item>`).join('')}</Items><Trailer><ItemCount>${items.length}</ItemCount></Trailer></PIES>`
  const APP_ELEMENTS = 'BaseVehicle Make Model Years Qual Note Qty PartType Position Part EngineBase'.split(
    ' ',
  )
  const ITEM_PARTS: readonly ((text: string) => string)[] = [
    (text) => `<BrandLabel>${text}</BrandLabel>`,
    (text) => `<MinimumOrderQuantity>${text}</MinimumOrderQuantity>`,
    (text) => `<Descriptions><Description DescriptionCode="DES">${text}</Description></Descriptions>`,
    (text) => `<Prices><Pricing PriceType="RET"><Price>${text}</Price></Pricing></Prices>`,
    (text) =>
      `<PartInterchangeInfo><PartInterchange BrandLabel="${text}"><PartNumber>${text}</PartNumber></PartInterchange></PartInterchangeInfo>`,
  ]
  const files: Record<string, (text: string) => [kind: string, content: string, fields?: number]> = {
    'a file of any text': (text) => ['products', text],
    headings: (text) => ['products', `partNumber,${quoted(text)}\nA,1\n`],
    'the number of a part': (text) => ['products', `partNumber\n${quoted(text)}\n`],
    'the other columns of parts': (text) => [
      'products',
      `partNumber,${COLUMNS.join(',')}\n${COLUMNS.map((_, at) => `A-${at}${','.repeat(at + 1)}${quoted(text)}\n`).join('')}`,
      COLUMNS.length,
    ],
    'the version of ACES': (text) => ['aces', aces().replace('4.2', escaped(text))],
    'the elements of ACES': (text) => [
      'aces',
      aces(
        ...APP_ELEMENTS.map(
          (name) =>
            `<App action="A"><BaseVehicle id="7"/><Qty>1</Qty><Part>A-1</Part><${name} id="${escaped(text)}">${escaped(text)}</${name}></App>`,
        ),
      ),
      // In an attribute and in the element.
      2 * APP_ELEMENTS.length,
    ],
    'the numbers and texts of PIES': (text) => [
      'pies',
      pies(
        `<PartNumber>${escaped(text)}</PartNumber>`,
        ...ITEM_PARTS.map((of) => `<PartNumber>A-1</PartNumber>${of(escaped(text))}`),
      ),
      ITEM_PARTS.length + 1,
    ],
    'an element of PIES': (text) => ['pies', pies(`<${text}>`)],
    'an attribute of ACES': (text) => ['aces', aces(`<App ${text}>`)],
  }

  test.each(Object.entries(files))('%s', async (what, fileOf) => {
    // The time of a long text could be hours.
    const texts = [...hostileTexts(2_000), ...hostileTexts(IN_BODY)]
    const [kind, , fields] = fileOf('')
    await expectLinear(texts, (text) => importFile(kind, fileOf(text)[1]), what, fields)
  })
})
