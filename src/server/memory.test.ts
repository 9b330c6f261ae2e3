import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ChangeTopic } from '#domain/shop.ts'
import { createMemory } from './memory.ts'

describe('the memory', () => {
  test('finds what was kept, until its topic changes', () => {
    const memory = createMemory(10)
    memory.keep('list', 1, memory.versions(['products']))
    memory.keep('page', 2, memory.versions(['products', 'reviews']))
    memory.drop('tokens')
    expect([memory.find('list'), memory.find('page')]).toEqual([1, 2])
    memory.drop('reviews')
    expect([memory.find('list'), memory.find('page')]).toEqual([1, undefined])
    memory.drop('products')
    expect(memory.find('list')).toBeUndefined()
  })

  test('does not keep what was read before a change and came back after it', () => {
    const memory = createMemory(10)
    const read = memory.versions(['products'])
    memory.drop('products')
    memory.keep('list', 'old', read)
    expect(memory.find('list')).toBeUndefined()
  })

  test('forgets the oldest when it is full', () => {
    const memory = createMemory(2)
    for (const key of ['a', 'b', 'c']) memory.keep(key, key, memory.versions(['products']))
    expect(['a', 'b', 'c'].map((key) => memory.find(key))).toEqual([undefined, 'b', 'c'])
  })

  test('keeps nothing while changes cannot be heard, and nothing that was read before or meanwhile', () => {
    const memory = createMemory(10)
    memory.keep('list', 'old', memory.versions(['products']))
    const before = memory.versions(['products'])
    memory.pause()
    expect(memory.find('list')).toBeUndefined()
    memory.keep('list', 'meanwhile', memory.versions(['products']))
    expect(memory.find('list')).toBeUndefined()
    memory.resume()
    memory.keep('list', 'old', before)
    expect(memory.find('list')).toBeUndefined()
    memory.keep('list', 'new', memory.versions(['products']))
    expect(memory.find('list')).toBe('new')
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
        const memory = createMemory(3)
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
            if (came) memory.keep(came.topic, came.value, came.read)
          } else if (each.do === 'change') {
            truth[each.topic] = (truth[each.topic] ?? 0) + 1
            memory.drop(each.topic)
          } else memory[each.do]()
          for (const topic of topics) expect([undefined, truth[topic]]).toContain(memory.find(topic))
        }
      }),
    )
  })
})
