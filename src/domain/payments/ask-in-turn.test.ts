import { expect, test } from 'vitest'
import { withConcurrency } from './with-concurrency.server.ts'
import { ProviderProblem } from './payment-provider.ts'

const PAYMENTS = Array.from({ length: 20 }, (_, i) => i)

test('a refused call does not stop the others, and is thrown at the end', async () => {
  const asked: number[] = []
  const asking = withConcurrency(PAYMENTS, async (payment) => {
    asked.push(payment)
    if (payment < 8) throw new ProviderProblem('failed', `no ${payment}`)
  })
  await expect(asking).rejects.toThrow('no 0')
  expect(asked).toEqual(PAYMENTS)
})

test.each(['unavailable', 'timeout'] as const)(
  'a provider that is away (%s) is not asked for all that is left',
  async (kind) => {
    const asked: number[] = []
    const asking = withConcurrency(PAYMENTS, async (payment) => {
      asked.push(payment)
      throw new ProviderProblem(kind, 'away')
    })
    await expect(asking).rejects.toThrow('away')
    expect(asked.length).toBeLessThan(8)
  },
)

test('a bug of our own ends it immediately', async () => {
  const asking = withConcurrency(PAYMENTS, () => Promise.reject(new Error('ours')))
  await expect(asking).rejects.toThrow('ours')
})
