import { expect, test } from 'vitest'
import { idempotencyKeyFor } from './idempotency.server.ts'

test('bodies with the same fields in another order are equal; all others differ', () => {
  const hash = (body: unknown) => idempotencyKeyFor('placeOrder', 'key', body).bodyHash.toString('hex')
  expect(hash({ a: 1, b: { c: [1, 2], d: 2 } })).toBe(hash({ b: { d: 2, c: [1, 2] }, a: 1 }))
  const others = [
    { a: 1, b: 2 },
    { a: 2, b: 1 },
    { a: '1', b: 2 },
    { a: 1 },
    { a: [1, 2] },
    { a: [2, 1] },
    { a: 1, b: null },
  ]
  expect(new Set(others.map(hash)).size).toBe(others.length)
})
