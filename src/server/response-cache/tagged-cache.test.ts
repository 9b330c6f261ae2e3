import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createTaggedCache } from './tagged-cache.ts'

/** Bytes. */
const BUDGET = 120_000

/** Reads and stores in one step, as a request without a concurrent change does. */
function store(cache: ReturnType<typeof createTaggedCache>, key: string, value: unknown, ...tags: string[]) {
  cache.set(key, value, { tags, since: cache.revision(), bytes: 1 })
}

describe('the tagged cache', () => {
  test('returns what was stored, until one of its tags is invalidated', () => {
    const cache = createTaggedCache(BUDGET, () => true)
    store(cache, 'list', 1, 'products')
    store(cache, 'page', 2, 'products', 'reviews')
    cache.invalidate('tokens')
    expect([cache.get('list'), cache.get('page')]).toEqual([1, 2])
    cache.invalidate('reviews')
    expect([cache.get('list'), cache.get('page')]).toEqual([1, undefined])
    cache.invalidate('products')
    expect(cache.get('list')).toBeUndefined()
  })

  test('does not store what was read before a change', () => {
    const cache = createTaggedCache(BUDGET, () => true)
    const since = cache.revision()
    cache.invalidate('products')
    cache.set('list', 'old', { tags: ['products'], since, bytes: 1 })
    cache.set('page', 'of reviews', { tags: ['reviews'], since, bytes: 1 })
    expect([cache.get('list'), cache.get('page')]).toEqual([undefined, 'of reviews'])
  })

  test('does not store what was read before more changes than it remembers', () => {
    const cache = createTaggedCache(BUDGET, () => true)
    const since = cache.revision()
    for (let i = 0; i < 20_000; i += 1) cache.invalidate(`product:${i}`)
    cache.set('product 1', 'old', { tags: ['product:1'], since, bytes: 1 })
    expect(cache.get('product 1')).toBeUndefined()
    store(cache, 'product 1', 'new', 'product:1')
    expect(cache.get('product 1')).toBe('new')
  })

  test('stays within its budget, and evicts what was used least recently', () => {
    const cache = createTaggedCache(BUDGET, () => true)
    const add = (key: string) =>
      cache.set(key, key, { tags: ['products'], since: cache.revision(), bytes: BUDGET / 3 })
    add('home page')
    for (let i = 0; i < 100; i += 1) {
      add(`list ${i}`)
      expect(cache.bytes()).toBeLessThanOrEqual(BUDGET)
      expect(cache.get('home page'), 'used all the time').toBe('home page')
    }
    expect([cache.get('list 98'), cache.get('list 99')]).toEqual([undefined, 'list 99'])
  })

  test('accounts for an entry that has grown, and does not store one larger than the budget', () => {
    const cache = createTaggedCache(BUDGET, () => true)
    const of = (bytes: number) => ({ tags: ['products'], since: cache.revision(), bytes })
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

  test('is off while changes from other processes do not arrive', () => {
    let isConnected = true
    const cache = createTaggedCache(BUDGET, () => isConnected)
    store(cache, 'list', 'old', 'products')
    isConnected = false
    expect(cache.get('list')).toBeUndefined()
    store(cache, 'page', 'read while off', 'products')
    isConnected = true
    expect([cache.get('list'), cache.get('page')]).toEqual(['old', undefined])
  })

  test('never returns a value older than the last change, in any order of events', () => {
    const tags = ['products', 'reviews']
    const step = fc.oneof(
      fc.record({ do: fc.constant('read' as const), slot: fc.nat(3), tag: fc.constantFrom(...tags) }),
      fc.record({ do: fc.constant('arrive' as const), slot: fc.nat(3) }),
      fc.record({ do: fc.constant('change' as const), tag: fc.constantFrom(...tags) }),
      fc.record({ do: fc.constantFrom('disconnect' as const, 'connect' as const) }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let isConnected = true
        const cache = createTaggedCache(BUDGET, () => isConnected)
        const truth: Record<string, number> = { products: 0, reviews: 0 }
        const inFlight: Record<number, { tag: string; value: number; since: number }> = {}
        for (const each of steps) {
          if (each.do === 'read')
            inFlight[each.slot] = { tag: each.tag, value: truth[each.tag] ?? 0, since: cache.revision() }
          else if (each.do === 'arrive') {
            const read = inFlight[each.slot]
            if (read) cache.set(read.tag, read.value, { tags: [read.tag], since: read.since, bytes: 1 })
          } else if (each.do === 'change') {
            truth[each.tag] = (truth[each.tag] ?? 0) + 1
            if (isConnected) cache.invalidate(each.tag)
          } else if (each.do === 'disconnect') isConnected = false
          else {
            // It is unknown what changed while it was disconnected.
            cache.clear()
            isConnected = true
          }
          for (const tag of tags) expect([undefined, truth[tag]]).toContain(cache.get(tag))
        }
      }),
    )
  })
})
