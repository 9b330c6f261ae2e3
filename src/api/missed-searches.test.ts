import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteExpired } from '#domain/delete-expired.server.ts'
import { MAX_STORED_PER_DAY, writeMissedSearches } from '#domain/search/missed-searches.server.ts'
import { stockProduct } from '../../tests/support/orders.ts'
import { expectProblem } from '../../tests/support/problem.ts'
import { queueBehindLock } from '../../tests/support/queue-behind-lock.ts'
import { openSecondStore, openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { caller, type User, signIn } from '../../tests/support/users.ts'

let store: TestStore
let admin: User
let customer: User

beforeAll(async () => {
  store = await openTestStore()
  ;[customer, admin] = await Promise.all([signIn(store), signIn(store, { admin: true })])
  await stockProduct(store, { name: 'Heater Matrix' })
})
afterAll(() => store.close())
beforeEach(async () => {
  store.shop.missedSearches.take()
  await store.db.deleteFrom('missed_searches').execute()
  await store.db.deleteFrom('ignored_searches').execute()
})

type Missed = { _id: string; words: string; searches: number; lastDay: string }
const list = async (query = ''): Promise<Missed[]> => (await admin.call('GET', `/search/missed${query}`)).body
const wordsOf = (missed: readonly Missed[]) => missed.map(({ words }) => words)
const ignore = (words: string, ignored: boolean) => admin.call('PATCH', '/search/missed', { words, ignored })
/** Visitors, each from another IP address, search for these; then the job runs. */
async function miss(...searches: string[]) {
  for (const [at, q] of searches.entries()) await store.shop.missedSearches.count(q, `192.0.2.${at}`)
  await writeMissedSearches(store.shop)
}
const today = async () =>
  (await sql<{ day: string }>`select (now() at time zone 'utc')::date::text as day`.execute(store.db)).rows[0]
    ?.day

describe('searches without a result', () => {
  test('count the same from the API as from the page', async () => {
    await caller(store)('GET', '/catalogue/search?q=flux+capacitor')
    await caller(store)('GET', '/catalogue/search?q=heater')
    await writeMissedSearches(store.shop)
    expect(wordsOf(await list())).toEqual(['flux capacitor'])
  })
  test('are listed by their words, the most frequent first, with the last day', async () => {
    await miss('flux capacitor', 'Gizmo', 'FLUX  capacitor!')
    await miss('gizmo', 'flux capacitor')
    const day = (await today()) ?? ''
    await store.db
      .insertInto('missed_searches')
      .values([
        { day: '2026-11-01', words: 'gizmo', searches: 5 },
        { day: '2026-11-01', words: 'old thing', searches: 2 },
      ])
      .execute()
    expect(await list()).toEqual([
      { _id: 'gizmo', words: 'gizmo', searches: 7, lastDay: day },
      { _id: 'flux capacitor', words: 'flux capacitor', searches: 3, lastDay: day },
      { _id: 'old thing', words: 'old thing', searches: 2, lastDay: '2026-11-01' },
    ])
    expect(wordsOf(await list('?limit=1'))).toEqual(['gizmo'])
    expect(wordsOf(await list('?limit=2&after=gizmo'))).toEqual(['flux capacitor', 'old thing'])
    expect(wordsOf(await list('?q=CAP'))).toEqual(['flux capacitor'])
    expect(await list('?q=%25')).toEqual([])
  })

  test('are left out if they find something without the visitor’s filters', async () => {
    await miss('heater matrix', 'gizmo')
    expect(wordsOf(await list())).toEqual(['gizmo'])
  })

  test('are stored without anything that identifies who searched', async () => {
    await miss('vic@example.com', '217 555 0100', '1HGCM82633A004352', 'gizmo')
    const { rows } = await sql<object>`select words from missed_searches`.execute(store.db)
    expect(rows).toEqual([{ words: 'gizmo' }])
  })

  test('count thirty times an hour per visitor, and leave room for others', async () => {
    for (let at = 0; at < 200; at += 1) await store.shop.missedSearches.count(`gizmo x${at}`, '198.51.100.7')
    await store.shop.missedSearches.count('flux capacitor', '198.51.100.8')
    await writeMissedSearches(store.shop)
    const missed = wordsOf(await list('?limit=500'))
    expect(missed).toHaveLength(31)
    expect(missed).toContain('flux capacitor')
  })

  test('wait in bounded memory, however many visitors search', async () => {
    for (let at = 0; at < 300; at += 1)
      await store.shop.missedSearches.count(`gizmo x${at}`, `203.0.113.${at}`)
    await store.shop.missedSearches.count('gizmo x0', '203.0.113.301')
    const recorded = store.shop.missedSearches.take()
    expect(recorded.size).toBe(100)
    expect(recorded.get('gizmo x0')).toBe(2)
  })

  test('add at most a thousand a day to the table, even from two processes; known ones still count', async () => {
    const day = (await today()) ?? ''
    await store.db
      .insertInto('missed_searches')
      .values(
        Array.from({ length: MAX_STORED_PER_DAY - 5 }, (_, at) => ({
          day,
          words: `gizmo x${at}`,
          searches: 1,
        })),
      )
      .execute()
    const other = await openSecondStore(store)
    try {
      for (let at = 0; at < 20; at += 1) {
        await store.shop.missedSearches.count(`widget x${at}`, `192.0.2.${at}`)
        await other.shop.missedSearches.count(`sprocket x${at}`, `192.0.2.${at}`)
      }
      for (const { shop } of [store, other]) await shop.missedSearches.count('gizmo x7', '192.0.2.99')
      const row = sql`select from missed_searches where words = 'gizmo x7' for update`
      await queueBehindLock(store.db, row, 2, () =>
        Promise.all([writeMissedSearches(store.shop), writeMissedSearches(other.shop)]),
      )
    } finally {
      await other.close()
    }
    const { rows } = await sql<{ rows: number; again: number }>`
      select count(*)::int as rows, max(searches) filter (where words = 'gizmo x7') as again from missed_searches`.execute(
      store.db,
    )
    expect(rows).toEqual([{ rows: MAX_STORED_PER_DAY, again: 3 }])
  })

  test('are stored for 90 days', async () => {
    await sql`insert into missed_searches
      select (now() at time zone 'utc')::date - days, 'gizmo x' || days, 1 from unnest(array[0, 90, 91, 400]) days`.execute(
      store.db,
    )
    await deleteExpired(store.shop)
    expect(wordsOf(await list())).toEqual(['gizmo x0', 'gizmo x90'])
  })

  test('leave the list when an admin ignores them, still count, and can be put back', async () => {
    await miss('gizmo', 'flux capacitor')
    expect((await ignore('gizmo', true)).body).toEqual({ modifiedCount: 1 })
    expect((await ignore('gizmo', true)).body).toEqual({ modifiedCount: 0 })
    await miss('gizmo')
    expect(wordsOf(await list())).toEqual(['flux capacitor'])
    expect(await list('?status=ignored')).toMatchObject([{ words: 'gizmo', searches: 2 }])
    expect((await ignore('gizmo', false)).body).toEqual({ modifiedCount: 1 })
    expect((await ignore('gizmo', false)).body).toEqual({ modifiedCount: 0 })
    expect(wordsOf(await list())).toEqual(['gizmo', 'flux capacitor'])
    expectProblem(await ignore('never heard of', true), 404, 'not_found')
  })

  test('are ignored for as long as people look for them', async () => {
    await miss('gizmo')
    await store.db
      .insertInto('missed_searches')
      .values({ day: '2026-01-01', words: 'old', searches: 1 })
      .execute()
    await Promise.all(['gizmo', 'old'].map((words) => ignore(words, true)))
    await deleteExpired(store.shop)
    await miss('old')
    expect(wordsOf(await list())).toEqual(['old'])
    expect(wordsOf(await list('?status=ignored'))).toEqual(['gizmo'])
  })

  test('are listed on from one that another admin has just ignored', async () => {
    await miss('gizmo', 'widget', 'sprocket')
    await ignore('sprocket', true)
    expect(wordsOf(await list('?after=sprocket'))).toEqual(['widget'])
  })

  test('are for admins only', async () => {
    for (const user of [customer, { call: caller(store) }]) {
      expect([401, 403]).toContain((await user.call('GET', '/search/missed')).status)
      const body = { words: 'gizmo', ignored: true }
      expect([401, 403]).toContain((await user.call('PATCH', '/search/missed', body)).status)
    }
  })
})
