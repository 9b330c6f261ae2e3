import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, caller } from '../../tests/support/users.ts'
import { expectProblem } from '../../tests/support/problem.ts'
import { openSecondStore, openTestStore, type TestStore } from '../../tests/support/test-store.ts'

let store: TestStore

beforeAll(async () => {
  store = await openTestStore()
  const car = { make: 'Honda', model: 'Civic', year: 2009, fuel: 'Regular', drive: 'FWD' }
  await store.db
    .insertInto('vehicles')
    .values([
      { ...car, displacement_l: '1.8', cylinders: 4 },
      { ...car, displacement_l: '2.0', cylinders: 4 },
      { ...car, displacement_l: '2.0', cylinders: 4, drive: 'AWD' },
      { ...car, displacement_l: '1.8', cylinders: 4, year: 2011 },
      { ...car, make: 'Tesla', model: 'Model S', year: 2014, displacement_l: null, cylinders: null },
    ])
    .execute()
})
afterAll(() => store.close())

const choices = async (query: string) => (await caller(store)('GET', `/vehicles${query}`)).body

describe('the vehicle finder', () => {
  test('offers make, then year (newest first), then model, then engine', async () => {
    expect(await choices('')).toEqual({ makes: ['Honda', 'Tesla'], years: [], models: [], engines: [] })
    expect((await choices('?make=Honda')).years).toEqual([2011, 2009])
    expect((await choices('?make=Honda&year=2009')).models).toEqual(['Civic'])
    expect((await choices('?make=Honda&year=2009&model=Civic')).engines).toEqual([
      { key: '1.8-4', label: '1.8 L, 4 cylinders' },
      { key: '2.0-4', label: '2.0 L, 4 cylinders' },
    ])
  })

  test('sorts makes and models as people look them up, whatever their capitals and numbers', async () => {
    const other = { year: 1999, fuel: 'Regular', drive: 'FWD', displacement_l: '2.0', cylinders: 4 }
    const added = [
      ...['smart', 'SRT', 'Škoda', 'AMC'].map((make) => ({ ...other, make, model: 'One' })),
      ...['900', '9-3', '9-5', '10', '2', 'i3'].map((model) => ({ ...other, make: 'Saab', model })),
    ]
    const ids = await store.db.insertInto('vehicles').values(added).returning('id').execute()
    expect((await choices('')).makes).toEqual(['AMC', 'Honda', 'Saab', 'Škoda', 'smart', 'SRT', 'Tesla'])
    expect((await choices('?make=Saab&year=1999')).models).toEqual(['2', '9-3', '9-5', '10', '900', 'i3'])
    await store.db
      .deleteFrom('vehicles')
      .where(
        'id',
        'in',
        ids.map(({ id }) => id),
      )
      .execute()
  })

  test('names an engine that the data does not know', async () => {
    expect((await choices('?make=Tesla&year=2014&model=Model%20S')).engines).toEqual([
      { key: 'x-x', label: 'Electric or other' },
    ])
  })

  test('answers a vehicle that there is not with empty lists', async () => {
    expect(await choices('?make=Yugo&year=1988')).toMatchObject({ years: [], models: [], engines: [] })
    expect((await choices('?year=2009&model=Civic')).models).toEqual([])
  })
})

describe('writing to the store', () => {
  const message = { name: 'Vic Visitor', email: ' Vic@Example.com ', message: 'Do you ship to Peoria?' }

  test('keeps the message and mails it to the store', async () => {
    const answer = await caller(store)('POST', '/contact', message)
    expect(answer.status).toBe(201)
    const kept = await store.db
      .selectFrom('contact_messages')
      .selectAll()
      .where('id', '=', answer.body.insertedId)
      .executeTakeFirstOrThrow()
    expect(kept).toMatchObject({
      name: 'Vic Visitor',
      email: 'vic@example.com',
      message: 'Do you ship to Peoria?',
    })
    const mailbox = await (await fetch(`${store.url}/dev/mailbox`)).text()
    expect(mailbox).toContain('Message from Vic Visitor')
  })

  test('cannot put lines into the mail’s head', async () => {
    const answer = await caller(store)('POST', '/contact', {
      ...message,
      name: 'Vic\r\nBcc: all@example.com',
    })
    expect(answer.status).toBe(201)
    expect(await (await fetch(`${store.url}/dev/mailbox`)).text()).toContain(
      'Message from Vic Bcc: all@example.com',
    )
  })

  test('is taken five times an hour from one address, from others and next hour too; what is not valid does not count', async () => {
    const env = { LIMIT_CONTACT_PER_HOUR: '5', TRUST_PROXY: '1' }
    const stores = [await openSecondStore(store, env), await openSecondStore(store, env)]
    const kept = async () => (await store.db.selectFrom('contact_messages').select('id').execute()).length
    const send = (n: number, from: string, body: object = message) =>
      caller(stores[n % 2] ?? store)('POST', '/contact', body, { 'x-forwarded-for': from })
    const before = await kept()
    for (let n = 0; n < 7; n += 1)
      expect((await send(n, '198.51.100.1', { ...message, email: 'nobody' })).status).toBe(422)
    const together = await Promise.all(Array.from({ length: 8 }, (_, n) => send(n, '198.51.100.1')))
    expect(together.filter(({ status }) => status === 201)).toHaveLength(5)
    const refused = await send(0, '198.51.100.1')
    expectProblem(refused, 429, 'too_many_requests')
    expect(refused.body.detail).toMatch(/Please wait \d+ (minutes|seconds) and try again/)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000)
    expect((await send(1, '198.51.100.2')).status).toBe(201)
    expect(await kept()).toBe(before + 6)
    await sql`update identity.attempt set expire = 0`.execute(store.db)
    expect((await send(0, '198.51.100.1')).status).toBe(201)
    for (const each of stores) await each.close()
  })

  test('is bounded from any number of addresses', async () => {
    const strict = await openSecondStore(store, { LIMIT_CONTACT_PER_HOUR: '1', TRUST_PROXY: '1' })
    await sql`delete from identity.attempt`.execute(store.db)
    const answers: Answer[] = []
    for (let round = 0; round < 7; round += 1)
      answers.push(
        ...(await Promise.all(
          Array.from({ length: 30 }, (_, n) =>
            caller(strict)('POST', '/contact', message, { 'x-forwarded-for': `2001:db8:${round}:${n}::1` }),
          ),
        )),
      )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(200)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10)
    await strict.close()
  })

  test('names what is missing', async () => {
    const answer = await caller(store)('POST', '/contact', {})
    expectProblem(answer, 422)
    expect(answer.body.errors.map((e: { message: string }) => e.message)).toEqual([
      'Name is required',
      'Email is required',
      'Message is required',
    ])
  })
})
