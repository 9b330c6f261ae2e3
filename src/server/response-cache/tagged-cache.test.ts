import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createTaggedCache, type Snapshot } from './tagged-cache.ts'

/** Bytes. */
const BUDGET = 120_000
/** Longer than any test. */
const TTL_MS = 3_600_000

/** Reads and stores in one step, as a request without a concurrent change does. */
function store(cache: ReturnType<typeof createTaggedCache>, key: string, value: unknown, ...tags: string[]) {
  cache.set(key, value, { tags, since: cache.snapshot(), bytes: 1 })
}

describe('the tagged cache', () => {
  test('returns what was stored, until one of its tags is invalidated', () => {
    const cache = createTaggedCache(BUDGET, TTL_MS)
    store(cache, 'list', 1, 'products')
    store(cache, 'page', 2, 'products', 'reviews')
    cache.invalidate('vehicles')
    expect([cache.get('list'), cache.get('page')]).toEqual([1, 2])
    cache.invalidate('reviews')
    expect([cache.get('list'), cache.get('page')]).toEqual([1, undefined])
    cache.invalidate('products')
    expect(cache.get('list')).toBeUndefined()
  })

  test('does not store what was read before a change', () => {
    const cache = createTaggedCache(BUDGET, TTL_MS)
    const since = cache.snapshot()
    cache.invalidate('products')
    cache.set('list', 'old', { tags: ['products'], since, bytes: 1 })
    cache.set('page', 'of reviews', { tags: ['reviews'], since, bytes: 1 })
    expect([cache.get('list'), cache.get('page')]).toEqual([undefined, 'of reviews'])
  })

  test('does not store what was read before more changes than it remembers', () => {
    const cache = createTaggedCache(BUDGET, TTL_MS)
    const since = cache.snapshot()
    for (let i = 0; i < 20_000; i += 1) cache.invalidate(`product:${i}`)
    cache.set('product 1', 'old', { tags: ['product:1'], since, bytes: 1 })
    expect(cache.get('product 1')).toBeUndefined()
    store(cache, 'product 1', 'new', 'product:1')
    expect(cache.get('product 1')).toBe('new')
  })

  test('stays within its budget, and evicts what was used least recently', () => {
    const cache = createTaggedCache(BUDGET, TTL_MS)
    const add = (key: string) =>
      cache.set(key, key, { tags: ['products'], since: cache.snapshot(), bytes: BUDGET / 3 })
    add('home page')
    for (let i = 0; i < 100; i += 1) {
      add(`list ${i}`)
      expect(cache.bytes()).toBeLessThanOrEqual(BUDGET)
      expect(cache.get('home page'), 'used all the time').toBe('home page')
    }
    expect([cache.get('list 98'), cache.get('list 99')]).toEqual([undefined, 'list 99'])
  })

  test('accounts for an entry that has grown, and does not store one larger than the budget', () => {
    const cache = createTaggedCache(BUDGET, TTL_MS)
    const of = (bytes: number) => ({ tags: ['products'], since: cache.snapshot(), bytes })
    const page = { body: 'page' }
    cache.set('page', page, of(BUDGET / 4))
    cache.set('list', 'list', of(BUDGET / 4))
    cache.resize('page', { body: 'page' }, BUDGET)
    expect(cache.get('list'), 'another value has grown').toBe('list')
    cache.resize('page', page, (BUDGET * 3) / 4)
    expect([cache.get('page'), cache.get('list')]).toEqual([page, undefined])
    cache.invalidate('products')
    expect(cache.get('page'), 'it has grown with its old tags').toBeUndefined()
    cache.set('page', 'larger', of(BUDGET))
    expect(cache.get('page')).toBeUndefined()
    expect(cache.bytes()).toBe(0)
  })

  describe('with a clock', () => {
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['performance'] })
    })
    afterEach(() => {
      vi.useRealTimers()
    })

    test('returns a value for as long as it may be old, counted from before it was read', () => {
      const cache = createTaggedCache(BUDGET, 2_000)
      const since = cache.snapshot()
      vi.advanceTimersByTime(1_500)
      cache.set('list', 1, { tags: ['products'], since, bytes: 1 })
      expect(cache.get('list')).toBe(1)
      expect(cache.isCurrent(since, ['products'])).toBe(true)
      vi.advanceTimersByTime(499)
      expect(cache.get('list')).toBe(1)
      vi.advanceTimersByTime(1)
      expect(cache.get('list')).toBeUndefined()
      expect(cache.isCurrent(since, ['products'])).toBe(false)
      expect(cache.bytes()).toBe(0)
    })

    test('does not store what took longer to read than it may be old', () => {
      const cache = createTaggedCache(BUDGET, 2_000)
      const since = cache.snapshot()
      vi.advanceTimersByTime(2_000)
      cache.set('list', 1, { tags: ['products'], since, bytes: 1 })
      expect(cache.get('list')).toBeUndefined()
    })

    test('an entry that has grown expires when it would have', () => {
      const cache = createTaggedCache(BUDGET, 2_000)
      store(cache, 'list', 1, 'products')
      vi.advanceTimersByTime(1_000)
      cache.resize('list', 1, 100)
      vi.advanceTimersByTime(1_000)
      expect(cache.get('list')).toBeUndefined()
    })
  })

  test('never returns a value older than the last change, in any order of events', () => {
    const tags = ['products', 'reviews']
    const step = fc.oneof(
      fc.record({ do: fc.constant('read' as const), slot: fc.nat(3), tag: fc.constantFrom(...tags) }),
      fc.record({ do: fc.constant('arrive' as const), slot: fc.nat(3) }),
      fc.record({ do: fc.constant('change' as const), tag: fc.constantFrom(...tags) }),
      fc.record({ do: fc.constant('miss' as const) }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const cache = createTaggedCache(BUDGET, TTL_MS)
        const truth: Record<string, number> = { products: 0, reviews: 0 }
        const inFlight: Record<number, { tag: string; value: number; since: Snapshot }> = {}
        for (const each of steps) {
          if (each.do === 'read')
            inFlight[each.slot] = { tag: each.tag, value: truth[each.tag] ?? 0, since: cache.snapshot() }
          else if (each.do === 'arrive') {
            const read = inFlight[each.slot]
            if (read) cache.set(read.tag, read.value, { tags: [read.tag], since: read.since, bytes: 1 })
          } else if (each.do === 'change') {
            truth[each.tag] = (truth[each.tag] ?? 0) + 1
            cache.invalidate(each.tag)
          } else {
            // Changes were missed.
            for (const tag of tags) truth[tag] = (truth[tag] ?? 0) + 1
            cache.clear()
          }
          for (const tag of tags) expect([undefined, truth[tag]]).toContain(cache.get(tag))
        }
      }),
    )
  })
})
