import { expect, test } from 'vitest'
import { staleWhileRevalidate } from './stale-while-revalidate.ts'

const MINUTE = 60_000

/** A cache of numbers with a fake clock, whose readings end when the test decides. */
function cacheOfReadings() {
  const clock = { ms: 0 }
  const readings: PromiseWithResolvers<number>[] = []
  const cached = staleWhileRevalidate(
    MINUTE,
    () => {
      const reading = Promise.withResolvers<number>()
      readings.push(reading)
      return reading.promise
    },
    () => clock.ms,
  )
  const shop = {}
  return { clock, readings, get: () => cached(shop), forget: cached.forget }
}

test('serves a stale value while it is read again, once', async () => {
  const { clock, readings, get } = cacheOfReadings()
  const first = get()
  readings[0]?.resolve(1)
  expect(await first).toBe(1)
  clock.ms = MINUTE - 1
  expect(await get()).toBe(1)
  expect(readings).toHaveLength(1)

  clock.ms = MINUTE
  expect(await get(), 'no caller waits').toBe(1)
  expect(await get()).toBe(1)
  expect(readings).toHaveLength(2)
  readings[1]?.resolve(2)
  await readings[1]?.promise
  expect(await get()).toBe(2)
})

test('retries a failed reading at the next call, and serves the stale value until one succeeds', async () => {
  const { clock, readings, get } = cacheOfReadings()
  const first = get()
  readings[0]?.reject(new Error('away'))
  await expect(first).rejects.toThrow('away')
  const second = get()
  readings[1]?.resolve(1)
  expect(await second).toBe(1)

  clock.ms = MINUTE
  expect(await get()).toBe(1)
  readings[2]?.reject(new Error('away'))
  await expect(readings[2]?.promise).rejects.toThrow('away')
  expect(await get()).toBe(1)
  expect(readings).toHaveLength(4)
})

test('reads a forgotten value before it is used again, even while an earlier reading runs', async () => {
  const { readings, get, forget } = cacheOfReadings()
  const before = get()
  forget()
  const after = get()
  readings[1]?.resolve(2)
  readings[0]?.resolve(1)
  expect([await before, await after]).toEqual([1, 2])
  expect(await get()).toBe(2)
  expect(readings).toHaveLength(2)
})
