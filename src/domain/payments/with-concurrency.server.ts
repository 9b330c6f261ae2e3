import pLimit from 'p-limit'
import { ProviderError } from './payment-provider.ts'

/** Concurrent, so that with a slow provider the last of many calls does not wait for minutes. */
const MAX_CONCURRENT_CALLS = 4

/**
 * Runs a provider call for each item. A refused call does not stop the others; when the provider is
 * unavailable, the rest is left for the next round.
 * @throws ProviderError at the end: that the provider is unavailable, or else the first refusal.
 */
export async function withConcurrency<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const problems: ProviderError[] = []
  const outage = () => problems.find(({ kind }) => kind !== 'failed')
  await pLimit(MAX_CONCURRENT_CALLS).map(items, async (item) => {
    if (outage()) return
    try {
      await work(item)
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      problems.push(error)
    }
  })
  const problem = outage() ?? problems[0]
  if (problem) throw problem
}
