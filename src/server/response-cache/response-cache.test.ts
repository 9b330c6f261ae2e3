import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createResponseCache } from './response-cache.ts'
import { createTaggedCache } from './tagged-cache.ts'

/** Bytes of the cache, and of each of the answers that are too many for it. */
const BUDGET = 3_000_000
const BODY = 200_000
/** Half of it cannot be compressed. */
const body = randomBytes(BODY / 4).toString('hex') + ' '.repeat(BODY / 2)
const load = async () => new Response(body, { headers: { 'Content-Type': 'application/json' } })

test('lists that a visitor asks for stay within the cache’s bytes, compressed forms included', async () => {
  const memory = createTaggedCache(BUDGET, () => true)
  const answers = createResponseCache(memory, () => false)
  for (let i = 0; i < 60; i += 1) {
    const url = `/products?limit=${i}`
    for (const accepted of ['identity', 'gzip', 'br']) {
      const before = memory.bytes()
      const answer = await answers.load(url, accepted, load)
      expect(answer.status).toBe(200)
      expect(memory.bytes()).toBeLessThanOrEqual(BUDGET)
      if (i === 0 && accepted === 'gzip') expect(memory.bytes() - before).toBeGreaterThan(BODY / 4)
    }
  }
  expect(memory.bytes(), 'and it is used').toBeGreaterThan(BUDGET / 2)
})
