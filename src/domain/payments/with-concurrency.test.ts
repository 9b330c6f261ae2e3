import { expect, test } from 'vitest'
import { ProviderError } from './payment-provider.ts'
import { withConcurrency } from './with-concurrency.server.ts'

const PAYMENTS = Array.from({ length: 20 }, (_, i) => i)

test('a refused call does not stop the others, and is thrown at the end', async () => {
  const called: number[] = []
  const asking = withConcurrency(PAYMENTS, async (payment) => {
    called.push(payment)
    if (payment < 8) throw new ProviderError('failed', `no ${payment}`)
  })
  await expect(asking).rejects.toThrow('no 0')
  expect(called).toEqual(PAYMENTS)
})

test.each(['unavailable', 'timeout'] as const)('an outage (%s) skips the remaining calls', async (kind) => {
  const called: number[] = []
  const asking = withConcurrency(PAYMENTS, async (payment) => {
    called.push(payment)
    throw new ProviderError(kind, 'away')
  })
  await expect(asking).rejects.toThrow('away')
  expect(called.length).toBeLessThan(12)
})

test('an unexpected error stops it immediately', async () => {
  const asking = withConcurrency(PAYMENTS, () => Promise.reject(new Error('ours')))
  await expect(asking).rejects.toThrow('ours')
})
