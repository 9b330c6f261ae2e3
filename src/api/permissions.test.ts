// Long because it states the permissions of every call a second time.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Access } from '#contract/access.ts'
import type { Call } from '#contract/call.ts'
import { allCalls, type CallName } from '#contract/calls.ts'
import { demoteAdmin } from '#domain/accounts/demote-admin.server.ts'
import {
  type Fixture,
  openFixture,
  type Sample,
  samples,
  send,
  strictResponse,
} from '../../tests/support/call-samples.ts'
import { expectProblem } from '../../tests/support/problem.ts'
import { openSecondStore } from '../../tests/support/test-store.ts'
import { caller, signIn, type User, issueAccessToken } from '../../tests/support/users.ts'

/** The kinds of callers; whatever a call is about belongs to the owner. */
const people = ['visitor', 'expired token', 'owner', 'other customer', 'demoted admin', 'admin'] as const
type Caller = (typeof people)[number]

/**
 * The expected result of each caller. An access token proves no identity session, so `session` calls refuse
 * all of them.
 */
const MATRIX: Record<Access, Record<Caller, Cell>> = {
  public: row('done', 'done', 'done', 'done', 'done', 'done'),
  anyone: row('done', 401, 'done', 'done', 'done', 'done'),
  session: row(401, 401, 401, 401, 401, 401),
  customer: row(401, 401, 'done', 'done', 'done', 'done'),
  self: row(401, 401, 'done', 403, 403, 403),
  'self-or-admin': row(401, 401, 'done', 403, 403, 'done'),
  owner: row(401, 401, 'done', 404, 404, 404),
  'owner-or-admin': row(401, 401, 'done', 404, 404, 'done'),
  reviewer: row(401, 401, 'done', 'done', 'done', 403),
  admin: row(401, 401, 403, 403, 403, 'done'),
}

type Cell = 'done' | 401 | 403 | 404

function row(
  visitor: Cell,
  expired: Cell,
  owner: Cell,
  other: Cell,
  demoted: Cell,
  admin: Cell,
): Record<Caller, Cell> {
  return {
    visitor,
    'expired token': expired,
    owner,
    'other customer': other,
    'demoted admin': demoted,
    admin,
  }
}

/** The permitted callers of each call, stated a second time to catch mistakes in src/contract. */
const ACCESS_BY_CALL: Record<string, Access> = {
  'PUT /user/{email}': 'session',
  'GET /reviews': 'public',
  'GET /products': 'public',
  'GET /products/all': 'admin',
  'GET /products/counts': 'admin',
  'GET /products/all/{id}': 'admin',
  'GET /specifications': 'admin',
  'PUT /specifications': 'admin',
  'GET /settings': 'admin',
  'PUT /settings': 'admin',
  'GET /sales-settings': 'admin',
  'PUT /sales-settings': 'admin',
  'GET /tax-regions': 'admin',
  'POST /tax-regions': 'admin',
  'PATCH /tax-region/{id}': 'admin',
  'DELETE /tax-region/{id}': 'admin',
  'PATCH /product/{id}/hidden': 'admin',
  'GET /product/{id}/stock': 'admin',
  'GET /product/{id}': 'customer',
  'POST /order': 'customer',
  'GET /order/{email}': 'self-or-admin',
  'DELETE /order/{id}': 'owner-or-admin',
  'GET /payment/{orderId}': 'owner-or-admin',
  'POST /create-payment-intent': 'owner',
  'PATCH /order/{id}': 'owner',
  'GET /orders': 'admin',
  'PATCH /order/shipped/{id}': 'admin',
  'PATCH /order/address/{id}': 'owner-or-admin',
  'PATCH /order/tracking/{id}': 'admin',
  'GET /orders/{id}': 'owner-or-admin',
  'GET /purchases/mine': 'customer',
  'GET /purchases/mine/counts': 'customer',
  'GET /purchases': 'admin',
  'GET /purchase/{id}': 'owner-or-admin',
  'DELETE /purchase/{id}': 'owner-or-admin',
  'POST /purchase/{id}/cancellations': 'owner-or-admin',
  'POST /purchase/{id}/packing': 'admin',
  'GET /purchase/{id}/refundable': 'owner-or-admin',
  'POST /purchase/{id}/refunds': 'admin',
  'POST /purchase/{id}/shipments': 'admin',
  'PATCH /refund/{id}': 'admin',
  'GET /purchase/{id}/returnable': 'owner-or-admin',
  'POST /purchase/{id}/returns': 'owner-or-admin',
  'GET /returns': 'admin',
  'GET /return/{id}': 'owner-or-admin',
  'PATCH /return/{id}': 'owner-or-admin',
  'POST /return/{id}/receipt': 'admin',
  'GET /fitment-flags': 'admin',
  'PATCH /fitment-flag/{id}': 'admin',
  'GET /reports/takings': 'admin',
  'GET /reports/takings.csv': 'admin',
  'GET /reports/tax': 'admin',
  'GET /reports/tax.csv': 'admin',
  'POST /review': 'reviewer',
  'PUT /updateUser/{email}': 'self',
  'GET /user/{email}': 'self-or-admin',
  'GET /admin/{email}': 'self-or-admin',
  'GET /users': 'admin',
  'PUT /user/admin/{email}': 'admin',
  'POST /product': 'admin',
  'DELETE /product/{id}': 'admin',
  // Beyond the first release's calls.
  'POST /images': 'admin',
  'POST /imports': 'admin',
  'GET /imports': 'admin',
  'GET /imports/{id}': 'admin',
  'PATCH /imports/{id}': 'admin',
  'GET /exports/{kind}': 'admin',
  'PUT /product/{id}': 'admin',
  'GET /products/brands-and-categories': 'admin',
  'GET /product/{id}/fitments': 'public',
  'GET /product/{id}/fit': 'public',
  'GET /products/fits': 'public',
  'PATCH /product/{id}/price': 'admin',
  'PATCH /product/{id}/stock': 'admin',
  'GET /overview': 'admin',
  'GET /audit': 'admin',
  'GET /catalogue/number-list': 'public',
  'GET /catalogue/search': 'public',
  'GET /catalogue/suggestions': 'public',
  'GET /vehicles': 'public',
  'GET /vehicles/decode': 'public',
  'GET /vehicles/models': 'admin',
  'POST /contact': 'public',
  'GET /messages': 'admin',
  'GET /messages/counts': 'admin',
  'GET /message/{id}': 'admin',
  'PATCH /message/{id}': 'admin',
  'GET /reviews/all': 'admin',
  'PATCH /review/{id}': 'admin',
  'GET /garage': 'customer',
  'POST /garage': 'customer',
  'PATCH /garage/{id}': 'owner',
  'DELETE /garage/{id}': 'owner',
  'GET /addresses': 'customer',
  'POST /addresses': 'customer',
  'PUT /address/{id}': 'owner',
  'DELETE /address/{id}': 'owner',
  'GET /delivery': 'admin',
  'PUT /delivery': 'admin',
  'GET /cart': 'customer',
  'PUT /cart': 'customer',
  'POST /cart/lines': 'customer',
  'DELETE /cart/lines/{productId}': 'owner',
  'POST /cart/merge': 'customer',
  'POST /cart/quote': 'anyone',
  'POST /checkout': 'customer',
  'GET /search/synonyms': 'admin',
  'POST /search/synonyms': 'admin',
  'POST /vehicles/find': 'public',
  'PUT /search/synonyms/{id}': 'admin',
  'DELETE /search/synonyms/{id}': 'admin',
  'GET /dead-letters': 'admin',
  'POST /dead-letters/{id}/send': 'admin',
  'DELETE /dead-letters/{id}': 'admin',
  'DELETE /user/admin/{email}': 'admin',
  'POST /user/admin/{email}': 'self',
  'POST /staff/invitations': 'admin',
  'GET /staff/invitations': 'admin',
  'DELETE /staff/invitations/{id}': 'admin',
  'GET /imports/{id}/refused-lines': 'admin',
  'GET /orders/{id}/record': 'admin',
  'POST /orders/{id}/notes': 'admin',
  'POST /orders/{id}/mails': 'admin',
  'GET /document/{id}': 'owner-or-admin',
  'GET /customers': 'admin',
  'GET /customers/{id}': 'admin',
  'GET /search/missed': 'admin',
  'PATCH /search/missed': 'admin',
}

let world: Fixture
const tokens: Partial<Record<Caller, string>> = {}

beforeAll(async () => {
  world = await openFixture()
  const demoted = await signIn(world.store, { admin: true })
  await statusOf(demoted, 200)
  await world.store.db
    .updateTable('accounts')
    .set({ role: 'customer' })
    .where('email', '=', demoted.email)
    .execute()
  await statusOf(demoted, 403)
  const expired = (await renewed(world.owner)).token
  tokens.owner = world.owner.token
  tokens.admin = world.admin.token
  tokens['other customer'] = world.other.token
  tokens['demoted admin'] = demoted.token
  tokens['expired token'] = expired
})
afterAll(() => world.store.close())

/** Polls until this person's GET /users has the status. */
const statusOf = (person: User, status: number) =>
  vi.waitUntil(async () => (await person.call('GET', '/users')).status === status, 30_000)

/** A second token of the same session, which has expired. */
async function renewed({ email, cookie }: User): Promise<{ token: string }> {
  const response = await send(world.store, 'issueAccessToken', { params: { email } }, undefined, { cookie })
  const token: string = response.body.token
  const ended = await world.store.db
    .updateTable('access_tokens')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('token_hash', '=', createHash('sha256').update(token).digest())
    .executeTakeFirst()
  if (ended.numUpdatedRows !== 1n) throw new Error('There is no such token')
  return { token }
}

test('the calls and who may make them are as listed', () => {
  expect(
    Object.fromEntries(allCalls.map(([, call]) => [`${call.method} ${call.path}`, call.access])),
  ).toEqual(ACCESS_BY_CALL)
})

test('every call has a sample, so that none is left out of the matrix', () => {
  expect(Object.keys(samples).toSorted()).toEqual(allCalls.map(([name]) => name).toSorted())
})

describe.each(allCalls)('%s', (name: CallName, call: Call) => {
  const expected = MATRIX[call.access]
  // Nothing that is refused uses it up, so the next caller has the same.
  let unused: Sample | null = null

  test.each(people)('by a caller who is: %s, has the result of the matrix', async (who) => {
    const sample = unused ?? (await samples[name](world))
    const response = await send(world.store, name, sample, tokens[who])
    unused = expected[who] === 'done' && call.method !== 'GET' ? null : sample
    // An accepted invitation has made the owner an admin.
    if (name === 'acceptInvitation') await demoteAdmin(world.store.shop, null, world.owner.email)
    const cell = expected[who]
    if (cell !== 'done') {
      expectProblem(response, cell, { 401: 'unauthenticated', 403: 'forbidden', 404: 'not_found' }[cell])
      if (call.forbiddenMessage && cell === 403) expect(response.body.detail).toBe(call.forbiddenMessage)
      return
    }
    expect(response.status, JSON.stringify(response.body)).toBe(call.status)
    strictResponse(call).parse(response.body)
    const mayBeStored = call.access === 'public' && call.method === 'GET' && name !== 'decodeVin'
    expect(response.headers.get('cache-control')).toBe(mayBeStored ? 'no-cache' : 'no-store')
  })
})

test('another person’s order is indistinguishable from one that does not exist', async () => {
  const missing = '00000000-0000-4000-8000-000000000000'
  const lasting = (problem: object) => ({ ...problem, instance: '', requestId: '' })
  for (const [name, call] of allCalls.filter(([, { access }]) => access.startsWith('owner'))) {
    const sample = await samples[name](world)
    const elsewhere = {
      ...(sample.params && {
        params: Object.fromEntries(Object.keys(sample.params).map((key) => [key, missing])),
      }),
      ...(sample.body && { body: { ...sample.body, ...('orderId' in sample.body && { orderId: missing }) } }),
    }
    const [foreign, nothing] = [
      await send(world.store, name, sample, world.other.token),
      await send(world.store, name, elsewhere, world.other.token),
    ]
    expect(foreign.status, call.path).toBe(404)
    expect(lasting(foreign.body)).toEqual(lasting(nothing.body))
  }
})

describe('issuing an access token', () => {
  const take = (email: string, headers: Record<string, string>, body: object = { email }) =>
    send(world.store, 'issueAccessToken', { params: { email }, body: { ...body } }, undefined, headers)

  test('works with the session cookie, and with the identity token as bearer', async () => {
    const { email, cookie } = world.owner
    const byCookie = await take(email, { cookie })
    expect(byCookie.status).toBe(200)
    const identityToken = decodeURIComponent(/session_token=([^;]+)/.exec(cookie)?.[1] ?? '')
    const byBearer = await take(email, { Authorization: `Bearer ${identityToken}` })
    expect(byBearer.status).toBe(200)
    for (const { body } of [byCookie, byBearer])
      expect((await send(world.store, 'showAccount', { params: { email } }, body.token)).body.email).toBe(
        email,
      )
  })

  test('accepts the email in any spelling of the same address', async () => {
    const { email, cookie } = world.owner
    expect((await take(` ${email.toUpperCase()} `, { cookie })).status).toBe(200)
  })

  test('refuses a request without proof', async () => {
    expectProblem(await take(world.owner.email, {}), 401, 'unauthenticated')
    expectProblem(await take(world.owner.email, { cookie: 'driveline.session_token=forged.signature' }), 401)
    expectProblem(await take(world.owner.email, { Authorization: 'Bearer forged' }), 401)
  })

  test('refuses another email than the proved one, in the URL and in the body', async () => {
    const { email, cookie } = world.owner
    expectProblem(await take(world.other.email, { cookie }), 403, 'forbidden')
    expectProblem(await take(world.admin.email, { cookie }), 403, 'forbidden')
    expectProblem(await take(email, { cookie }, { email: world.other.email }), 403, 'forbidden')
  })

  test('is refused to another site’s page, and works for the store’s own', async () => {
    const { email, cookie } = world.owner
    expectProblem(await take(email, { cookie, Origin: 'https://evil.example' }), 403, 'forbidden')
    expectProblem(await take(email, { cookie, Origin: 'null' }), 403, 'forbidden')
    expect((await take(email, { cookie, Origin: world.store.url })).status).toBe(200)
  })

  test('works only for pages of the origin of APP_URL, whatever Host the request has', async () => {
    const { email, cookie } = world.owner
    const APP_URL = 'http://shop.example.com'
    const statuses = async (store: { url: string }) => {
      const other = store.url.replace('127.0.0.1', 'localhost')
      const issue = async (headers: Record<string, string>) =>
        (await caller({ url: other })('PUT', `/user/${email}`, {}, { cookie, ...headers })).status
      return [
        await issue({ Origin: other }),
        await issue({ Origin: APP_URL }),
        await issue({ 'Sec-Fetch-Site': 'same-site' }),
      ]
    }
    expect(await statuses(world.store)).toEqual([200, 403, 403])
    const AUTH_SECRET = await readFile(path.join(world.store.dataDir, 'secrets', 'auth'), 'utf8')
    const strict = await openSecondStore(world.store, { APP_URL, AUTH_SECRET })
    expect(await statuses(strict)).toEqual([403, 200, 403])
    await strict.close()
  })

  test('never grants a role, whatever the body says', async () => {
    const { email, cookie } = world.owner
    const response = await take(email, { cookie }, { email, role: 'admin', admin: true, emailVerified: true })
    expectProblem(await send(world.store, 'listAccounts', {}, response.body.token), 403)
  })

  test('leaves only its hash in the database', async () => {
    const { token } = await issueAccessToken(world.store, world.owner.email, 'gasket-rocker-42')
    expect(token).toMatch(/^[\w-]{43}$/)
    const rows = await world.store.db.selectFrom('access_tokens').select('token_hash').execute()
    const stored = rows.map((row) => row.token_hash.toString('hex'))
    expect(stored).toContain(createHash('sha256').update(token).digest('hex'))
    for (const encoding of ['base64url', 'latin1'] as const)
      expect(stored.join(' ')).not.toContain(Buffer.from(token, encoding).toString('hex'))
  })
})

test('an invalid bearer token is ignored in public calls', async () => {
  for (const [name, call] of allCalls.filter(([, { access }]) => access === 'public')) {
    const response = await send(world.store, name, await samples[name](world), 'no-such-token')
    expect(response.status).toBe(call.status)
  }
})
