import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ChangeTopic } from '#domain/shop.ts'
import { createTaggedCache } from './tagged-cache.ts'

/** Bytes. */
const ROOM = 120_000

describe('the memory', () => {
  test('finds what was kept, until its topic changes', () => {
    const memory = createTaggedCache(ROOM, () => true)
    memory.set('list', 1, memory.versions(['products']), 1)
    memory.set('page', 2, memory.versions(['products', 'reviews']), 1)
    memory.invalidate('tokens')
    expect([memory.get('list'), memory.get('page')]).toEqual([1, 2])
    memory.invalidate('reviews')
    expect([memory.get('list'), memory.get('page')]).toEqual([1, undefined])
    memory.invalidate('products')
    expect(memory.get('list')).toBeUndefined()
  })

  test('does not keep what was read before a change and came back after it', () => {
    const memory = createTaggedCache(ROOM, () => true)
    const read = memory.versions(['products'])
    memory.invalidate('products')
    memory.set('list', 'old', read, 1)
    expect(memory.get('list')).toBeUndefined()
  })

  test('never takes more bytes than it may, and gives up what was not asked for longest', () => {
    const memory = createTaggedCache(ROOM, () => true)
    const keep = (key: string) => memory.set(key, key, memory.versions(['products']), ROOM / 3)
    keep('home page')
    for (let i = 0; i < 100; i += 1) {
      keep(`list ${i}`)
      expect(memory.bytes()).toBeLessThanOrEqual(ROOM)
      expect(memory.get('home page'), 'asked for all the time').toBe('home page')
    }
    expect([memory.get('list 98'), memory.get('list 99')]).toEqual([undefined, 'list 99'])
  })

  test('weighs a value anew when it has grown, and does not keep one that is larger than all its room', () => {
    const memory = createTaggedCache(ROOM, () => true)
    const versions = memory.versions(['products'])
    const page = { body: 'page' }
    memory.set('page', page, versions, ROOM / 4)
    memory.set('list', 'list', versions, ROOM / 4)
    memory.resize('page', { body: 'page' }, ROOM)
    expect(memory.get('list'), 'another value has grown').toBe('list')
    memory.resize('page', page, (ROOM * 3) / 4)
    expect([memory.get('page'), memory.get('list')]).toEqual([page, undefined])
    memory.set('page', 'larger', versions, ROOM)
    expect(memory.get('page')).toBeUndefined()
    expect(memory.bytes()).toBe(0)
  })

  test('finds and keeps nothing while changes cannot be heard', () => {
    let hearing = true
    const memory = createTaggedCache(ROOM, () => hearing)
    memory.set('list', 'old', memory.versions(['products']), 1)
    hearing = false
    expect(memory.get('list')).toBeUndefined()
    memory.set('page', 'meanwhile', memory.versions(['products']), 1)
    hearing = true
    expect([memory.get('list'), memory.get('page')]).toEqual(['old', undefined])
  })

  test('never answers a value that is older than the last change, whatever happens in whatever order', () => {
    const topics = ['products', 'reviews'] as const satisfies ChangeTopic[]
    const step = fc.oneof(
      fc.record({ do: fc.constant('read' as const), slot: fc.nat(3), topic: fc.constantFrom(...topics) }),
      fc.record({ do: fc.constant('arrive' as const), slot: fc.nat(3) }),
      fc.record({ do: fc.constant('change' as const), topic: fc.constantFrom(...topics) }),
      fc.record({ do: fc.constantFrom('pause' as const, 'resume' as const) }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let hearing = true
        const memory = createTaggedCache(ROOM, () => hearing)
        const truth: Record<string, number> = { products: 0, reviews: 0 }
        const underWay: Record<
          number,
          { topic: ChangeTopic; value: number; read: ReturnType<typeof memory.versions> }
        > = {}
        for (const each of steps) {
          if (each.do === 'read')
            underWay[each.slot] = {
              topic: each.topic,
              value: truth[each.topic] ?? 0,
              read: memory.versions([each.topic]),
            }
          else if (each.do === 'arrive') {
            const came = underWay[each.slot]
            if (came) memory.set(came.topic, came.value, came.read, 1)
          } else if (each.do === 'change') {
            truth[each.topic] = (truth[each.topic] ?? 0) + 1
            if (hearing) memory.invalidate(each.topic)
          } else if (each.do === 'pause') hearing = false
          else {
            // Nobody knows what changed meanwhile.
            for (const topic of topics) memory.invalidate(topic)
            hearing = true
          }
          for (const topic of topics) expect([undefined, truth[topic]]).toContain(memory.get(topic))
        }
      }),
    )
  })
})
