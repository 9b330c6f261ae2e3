import pg from 'pg'
import { expect, test } from 'vitest'
import { createBulkhead } from './bulkhead.ts'
import { OverloadedError } from './database-failure.ts'

const limits = { maxRunning: 1, maxWaiting: 2, maxWaitMs: 5_000 }

/** PostgreSQL's error of a statement that took longer than its timeout. */
function statementTimeout(): Error {
  const error = new pg.DatabaseError('canceling statement due to statement timeout', 1, 'error')
  error.code = '57014'
  return error
}

/** Work that ends when it is told to. */
function openWork() {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  return { work: () => promise, resolve, reject }
}

test('runs one at a time per key, in order, and other keys besides', async () => {
  const bulkhead = createBulkhead(limits)
  const first = openWork()
  const order: string[] = []
  const results = [
    bulkhead('a', first.work),
    bulkhead('a', async () => order.push('second of a')),
    bulkhead('b', async () => order.push('first of b')),
  ]
  await results[2]
  expect(order).toEqual(['first of b'])
  expect(bulkhead.stats()).toEqual({ running: 1, waiting: 1, refused: 0 })
  first.resolve('first of a')
  expect(await results[0]).toBe('first of a')
  await results[1]
  expect(order).toEqual(['first of b', 'second of a'])
})

test('refuses at once when the queue is full, and later what has waited too long', async () => {
  const bulkhead = createBulkhead({ ...limits, maxWaitMs: 1 })
  const first = openWork()
  const running = bulkhead('a', first.work)
  const started: string[] = []
  const waiting = ['x', 'y'].map((name) => bulkhead('a', async () => started.push(name)))
  await expect(bulkhead('a', async () => started.push('z'))).rejects.toThrow(OverloadedError)
  for (const late of waiting) await expect(late).rejects.toThrow(OverloadedError)
  first.resolve('done')
  expect(await running).toBe('done')
  expect(await bulkhead('a', async () => 'again')).toBe('again')
  expect(started).toEqual([])
  expect(bulkhead.stats()).toEqual({ running: 0, waiting: 0, refused: 3 })
})

test('refuses a client that already has its part of the queue, and lets the others wait', async () => {
  const bulkhead = createBulkhead({ maxRunning: 2, maxWaiting: 4, maxWaitingPerClient: 1, maxWaitMs: 60_000 })
  const held = openWork()
  const started: string[] = []
  const ask = (client: string, key = 'a') =>
    bulkhead(
      key,
      () => {
        started.push(client)
        return held.work()
      },
      client,
    )
  const accepted = [ask('greedy'), ask('greedy'), ask('greedy')]
  for (let more = 0; more < 10; more += 1) await expect(ask('greedy')).rejects.toThrow(OverloadedError)
  accepted.push(ask('honest'), ask('other'), ask('greedy', 'b'))
  await expect.poll(() => bulkhead.stats()).toEqual({ running: 3, waiting: 3, refused: 10 })
  held.resolve('done')
  expect(await Promise.all(accepted)).toEqual(accepted.map(() => 'done'))
  expect(started).toEqual(['greedy', 'greedy', 'greedy', 'honest', 'other', 'greedy'])
  expect(await Promise.all([ask('greedy'), ask('greedy'), ask('greedy')]), 'afterwards').toHaveLength(3)
})

test.each([
  ['without a message for timeouts, as it was thrown', undefined],
  ['with one, as an overload', 'The search took too long'],
])('a statement timeout ends its own work only: %s', async (_how, timeoutMessage) => {
  const bulkhead = createBulkhead({ ...limits, ...(timeoutMessage && { timeoutMessage }) })
  const first = openWork()
  const failing = bulkhead('a', first.work)
  const waiting = bulkhead('a', async () => 'done')
  const cause = statementTimeout()
  first.reject(cause)
  const error = await failing.catch((reason: unknown) => reason)
  if (timeoutMessage === undefined) expect(error).toBe(cause)
  else expect(error).toMatchObject({ name: 'OverloadedError', message: timeoutMessage, cause })
  expect(await waiting).toBe('done')
})

test('clients take turns, and one has only its share of the queue', async () => {
  const bulkhead = createBulkhead({ ...limits, maxWaiting: 5, maxWaitingPerClient: 2 })
  const first = openWork()
  const order: string[] = []
  const ask = (client: string, name: string) => bulkhead('a', async () => order.push(name), client)
  const running = bulkhead('a', first.work, 'greedy')
  const waiting = [ask('greedy', 'greedy 2'), ask('greedy', 'greedy 3'), ask('calm', 'calm 1')]
  await expect(ask('greedy', 'greedy 4')).rejects.toThrow(OverloadedError)
  waiting.push(ask('other', 'other 1'), ask('calm', 'calm 2'))
  expect(bulkhead.stats()).toEqual({ running: 1, waiting: 5, refused: 1 })
  await expect(ask('late', 'late 1')).rejects.toThrow(OverloadedError)
  first.resolve('done')
  await Promise.all([running, ...waiting])
  expect(order).toEqual(['calm 1', 'other 1', 'greedy 2', 'calm 2', 'greedy 3'])
  expect(await ask('greedy', 'greedy 5')).toBe(6)
})

test('after a timeout refuses what waited behind it, and nothing that comes later', async () => {
  const bulkhead = createBulkhead({ ...limits, failsTogether: true })
  const first = openWork()
  const timeout = statementTimeout()
  const results = [
    bulkhead('a', first.work),
    bulkhead('a', async () => 'behind it'),
    bulkhead('b', async () => 'of b'),
  ]
  first.reject(timeout)
  await expect(results[0]).rejects.toBe(timeout)
  await expect(results[1]).rejects.toBe(timeout)
  expect(await results[2]).toBe('of b')
  expect(await bulkhead('a', async () => 'later')).toBe('later')
})
