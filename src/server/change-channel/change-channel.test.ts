import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts'
import { createLog } from '../log.ts'
import { createTaggedCache } from '../response-cache/tagged-cache.ts'
import { type ChangeChannel, openChangeChannel } from './change-channel.ts'

const WAIT = { interval: 1, timeout: 10_000 }

let database: TestDatabase
const channels: ChangeChannel[] = []
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(async () => {
  for (const channel of channels.splice(0)) await channel.stop()
  await database.drop()
})

async function open() {
  const invalidate = vi.fn<(tag: string) => void>()
  const clear = vi.fn()
  const urls = { url: database.url, directUrl: database.url }
  const channel = await openChangeChannel(urls, createLog('silent'), { invalidate, clear })
  channels.push(channel)
  return { ...channel, invalidate, clear }
}

test('a process that has just started waits for the others when it publishes', async () => {
  const others = [await open(), await open()]
  const started = await open()
  await started.publish('products')
  for (const { invalidate } of others) expect(invalidate.mock.calls).toEqual([['products']])
})

test('a process caches only once all others wait for it when they publish', async () => {
  const others = [await open(), await open()]
  const started = await open()
  expect(started.isConnected()).toBe(false)
  await vi.waitUntil(started.isConnected, WAIT)
  for (const other of others) {
    started.invalidate.mockClear()
    await other.publish('reviews')
    expect(started.invalidate.mock.calls).toEqual([['reviews']])
  }
})

test('a process stores nothing that it read before the others waited for it', async () => {
  await open()
  const started = await open()
  const cache = createTaggedCache(1_000_000, started.isConnected)
  let since = 0
  started.clear.mockImplementation(() => {
    cache.clear()
    since ||= cache.revision()
  })
  await vi.waitUntil(started.isConnected, WAIT)
  cache.set('early', 'old', { tags: ['products'], since, bytes: 3 })
  cache.set('late', 'new', { tags: ['products'], since: cache.revision(), bytes: 3 })
  expect([cache.get('early'), cache.get('late')]).toEqual([undefined, 'new'])
})

test('a process publishes without waiting once it is alone', async () => {
  const one = await open()
  const other = await open()
  const publish = () => Promise.race([one.publish('products').then(() => 'published'), setImmediate('waits')])
  await vi.waitUntil(() => other.isConnected() && one.isConnected(), WAIT)
  expect(await publish()).toBe('waits')
  await other.stop()
  channels.pop()
  await expect.poll(publish).toBe('published')
})
