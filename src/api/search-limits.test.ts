import { afterAll, beforeAll, expect, test } from 'vitest'
import { stockProduct } from '../../tests/support/orders.ts'
import { expectProblem } from '../../tests/support/problem.ts'
import { openSecondStore, openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { caller } from '../../tests/support/users.ts'

let store: TestStore

beforeAll(async () => {
  store = await openTestStore({ TRUST_PROXY: '1' })
  await stockProduct(store, { name: 'Oil Filter', category: 'Filters' })
})
afterAll(() => store.close())

const ATTACKER = '198.51.100.1'
const get = (path: string, from: string, of = store) =>
  caller(of)('GET', path, undefined, { 'x-forwarded-for': from })

/** Each response is computed: no two requests are alike. */
const SEARCHES = [
  (n: number) => `/catalogue/search?q=oil filter ${n}`,
  (n: number) => `/catalogue/search?q=zxqv${n} kwpt brembi&brand=x`,
  (n: number) => `/catalogue/suggestions?q=oil f${n}`,
  (n: number) => `/catalogue/number-list?list=DL-${n}`,
]

let sent = 0

test('24 people of one address who search at the same moment are all served', async () => {
  const searches = Array.from({ length: 24 }, () => get(SEARCHES[0]?.((sent += 1)) ?? '', '203.0.113.7'))
  const statuses = (await Promise.all(searches)).map(({ status }) => status)
  expect(statuses).toEqual(statuses.map(() => 200))
})

test.each(SEARCHES)('searches of one address do not take those of others: %s', async (hostile) => {
  let isOver = false
  const refused = new Set<number>()
  const attack = Array.from({ length: 40 }, async () => {
    while (!isOver) {
      const { status } = await get(hostile((sent += 1)), ATTACKER)
      if (status !== 200) refused.add(status)
    }
  })
  await expect.poll(() => refused.size).toBe(1)
  const honest: number[] = []
  for (let n = 0; n < 12; n += 1)
    honest.push((await get(SEARCHES[n % 4]?.((sent += 1)) ?? '', `203.0.113.${n % 3}`)).status)
  isOver = true
  await Promise.all(attack)
  expect(honest).toEqual(honest.map(() => 200))
  expect([...refused]).toEqual([503])
})

test('one address has its share of searches in a minute, and another one of listings and suggestions', async () => {
  const strict = await openSecondStore(store, { TRUST_PROXY: '1', LIMIT_WRITES_PER_MINUTE: '3' })
  const search = (n: number, from = ATTACKER) =>
    get(SEARCHES[n % 2 === 0 ? 0 : 3]?.((sent += 1)) ?? '', from, strict)
  const listing = (n: number) => get(`/catalogue/search?limit=${n}`, ATTACKER, strict)
  const suggestion = (n: number) => get(`/catalogue/suggestions?q=filter ${n}`, ATTACKER, strict)
  for (let n = 0; n < 15; n += 1) expect((await search(n)).status).toBe(200)
  const refused = await search(15)
  expectProblem(refused, 429, 'too_many_requests')
  expect(refused.body.detail).toMatch(
    /^You have searched many times in a short time\. Please wait \d+ seconds/,
  )
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expectProblem(await get('/catalogue/search?make=Honda', ATTACKER, strict), 429, 'too_many_requests')
  expect((await search(16, '203.0.113.9')).status).toBe(200)
  for (let n = 1; n <= 15; n += 1) {
    expect((await listing(n)).status).toBe(200)
    expect((await suggestion(n)).status).toBe(200)
  }
  expectProblem(await suggestion(16), 429, 'too_many_requests')
  expectProblem(await listing(16), 429, 'too_many_requests')
  await strict.close()
})
