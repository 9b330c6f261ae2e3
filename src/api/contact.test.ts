import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectProblem } from '../../tests/support/problem.ts'
import { openSecondStore, openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { type ApiResponse, caller } from '../../tests/support/users.ts'

let store: TestStore

beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

describe('writing to the store', () => {
  const message = { name: 'Vic Visitor', email: ' Vic@Example.com ', message: 'Do you ship to Peoria?' }

  test('stores the message and emails it to the store', async () => {
    const response = await caller(store)('POST', '/contact', message)
    expect(response.status).toBe(201)
    const stored = await store.db
      .selectFrom('contact_messages')
      .selectAll()
      .where('id', '=', response.body.insertedId)
      .executeTakeFirstOrThrow()
    expect(stored).toMatchObject({
      name: 'Vic Visitor',
      email: 'vic@example.com',
      message: 'Do you ship to Peoria?',
    })
    const mailbox = await (await fetch(`${store.url}/dev/mailbox`)).text()
    expect(mailbox).toContain('Message from Vic Visitor')
  })

  test('cannot add headers to the email', async () => {
    const response = await caller(store)('POST', '/contact', {
      ...message,
      name: 'Vic\r\nBcc: all@example.com',
    })
    expect(response.status).toBe(201)
    expect(await (await fetch(`${store.url}/dev/mailbox`)).text()).toContain(
      'Message from Vic Bcc: all@example.com',
    )
  })

  test('is accepted five times an hour per IP address; invalid messages do not count', async () => {
    const env = { LIMIT_CONTACT_PER_HOUR: '5', TRUST_PROXY: '1' }
    const stores = [await openSecondStore(store, env), await openSecondStore(store, env)]
    const stored = async () => (await store.db.selectFrom('contact_messages').select('id').execute()).length
    const send = (n: number, from: string, body: object = message) =>
      caller(stores[n % 2] ?? store)('POST', '/contact', body, { 'x-forwarded-for': from })
    const before = await stored()
    for (let n = 0; n < 7; n += 1)
      expect((await send(n, '198.51.100.1', { ...message, email: 'nobody' })).status).toBe(422)
    const together = await Promise.all(Array.from({ length: 8 }, (_, n) => send(n, '198.51.100.1')))
    expect(together.filter(({ status }) => status === 201)).toHaveLength(5)
    const refused = await send(0, '198.51.100.1')
    expectProblem(refused, 429, 'too_many_requests')
    expect(refused.body.detail).toMatch(/Please wait \d+ (minutes|seconds) and try again/)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000)
    expect((await send(1, '198.51.100.2')).status).toBe(201)
    expect(await stored()).toBe(before + 6)
    await sql`update identity.attempt set expire = 0`.execute(store.db)
    expect((await send(0, '198.51.100.1')).status).toBe(201)
    for (const each of stores) await each.close()
  })

  test('is limited over all IP addresses together', async () => {
    const strict = await openSecondStore(store, { LIMIT_CONTACT_PER_HOUR: '1', TRUST_PROXY: '1' })
    await sql`delete from identity.attempt`.execute(store.db)
    const responses: ApiResponse[] = []
    // Few concurrent ones: more would wait for each other, and on a busy machine be refused as too many.
    for (let round = 0; round < 21; round += 1)
      responses.push(
        ...(await Promise.all(
          Array.from({ length: 10 }, (_, n) =>
            caller(strict)('POST', '/contact', message, { 'x-forwarded-for': `2001:db8:${round}:${n}::1` }),
          ),
        )),
      )
    const statuses = Map.groupBy(responses, ({ status }) => status)
    expect([...statuses].map(([status, { length }]) => [status, length])).toEqual([
      [201, 200],
      [429, 10],
    ])
    await strict.close()
  })

  test('reports the missing fields', async () => {
    const response = await caller(store)('POST', '/contact', {})
    expectProblem(response, 422)
    expect(response.body.errors.map((e: { message: string }) => e.message)).toEqual([
      'Name is required',
      'Email is required',
      'Message is required',
    ])
  })
})
