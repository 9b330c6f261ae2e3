import pLimit from 'p-limit'
import { ProviderError } from './payment-provider.ts'

/** Concurrent, so that with a slow provider the last of many calls does not wait for minutes. */
const MAX_CONCURRENT_CALLS = 4

/**
 * Failures that mean an outage, as many as open the circuit: fewer may be about their own items, which must
 * not keep the others from their turn.
 */
const OUTAGE_FAILURES = 5

/**
 * Runs a provider call for each item. A refused call does not stop the others, nor do a few without a
 * response; when the provider is unavailable, the rest is left for the next round.
 * @throws ProviderError at the end: that the provider is unavailable, or else the first refusal.
 */
export async function withConcurrency<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const problems: ProviderError[] = []
  const unavailable = () => problems.filter(({ kind }) => kind !== 'failed')
  await pLimit(MAX_CONCURRENT_CALLS).map(items, async (item) => {
    if (unavailable().length >= OUTAGE_FAILURES) return
    try {
      await work(item)
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      problems.push(error)
    }
  })
  const problem = unavailable()[0] ?? problems[0]
  if (problem) throw problem
}
