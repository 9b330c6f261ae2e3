import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../tests/support/test-database.ts'
import { underLease } from './lease.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const rowOf = (name: string) =>
  database.db.selectFrom('leases').selectAll().where('name', '=', name).executeTakeFirst()
const tryToTake = (name: string) => underLease(database.db, name, () => Promise.resolve('done'))

test('a lease has one holder at a time, and the next one gets it after its release', async () => {
  const work = underLease(database.db, 'one', async () => {
    expect([await tryToTake('one'), await tryToTake('another')]).toEqual([null, 'done'])
    return 'first'
  })
  expect(await work).toBe('first')
  expect([await rowOf('one'), await tryToTake('one')]).toEqual([undefined, 'done'])
})

test('one of twenty concurrent claims gets an expired lease', async () => {
  await database.db
    .insertInto('leases')
    .values({ name: 'expired', holder: crypto.randomUUID(), expires_at: new Date(0) })
    .execute()
  const finish = Promise.withResolvers<void>()
  let [started, refused] = [0, 0]
  const results = Array.from({ length: 20 }, async () => {
    const result = await underLease(database.db, 'expired', async () => {
      started += 1
      if (started > 1) finish.resolve()
      await finish.promise
      return 'done'
    })
    if (result === null) refused += 1
    if (refused === 19) finish.resolve()
    return result
  })
  expect((await Promise.all(results)).filter((result) => result !== null)).toEqual(['done'])
})

test('failed work releases its lease', async () => {
  await expect(underLease(database.db, 'fails', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await tryToTake('fails')).toBe('done')
})

test('a lease is renewed while the work runs', async () => {
  await underLease(
    database.db,
    'renewed',
    async (assertHeld) => {
      const first = (await rowOf('renewed'))?.expires_at ?? new Date(NaN)
      await expect.poll(async () => ((await rowOf('renewed'))?.expires_at ?? first) > first).toBe(true)
      assertHeld()
    },
    9_000,
  )
})

test('work whose lease another process has claimed ends at its next step and does not release the lease', async () => {
  const other = crypto.randomUUID()
  const work = underLease(
    database.db,
    'taken',
    async (assertHeld) => {
      await database.db
        .updateTable('leases')
        .set({ holder: other, expires_at: new Date('2100-01-01') })
        .where('name', '=', 'taken')
        .execute()
      for (;;) {
        assertHeld()
        await delay(10)
      }
    },
    300,
  )
  await expect(work).rejects.toThrow('was lost')
  expect((await rowOf('taken'))?.holder).toBe(other)
})
