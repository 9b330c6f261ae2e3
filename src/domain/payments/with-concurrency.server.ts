import pLimit from 'p-limit'
import { ProviderError } from './payment-provider.ts'

/** Calls in flight: with a slow provider, the last of many must not wait for minutes. */
const AT_ONCE = 4

/**
 * Runs a provider call for each item. A refused call does not stop the others; when the
 * provider is away, the rest is left for the next round.
 * @throws ProviderError at the end: that the provider is away, or else the first refusal.
 */
export async function withConcurrency<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const problems: ProviderError[] = []
  const away = () => problems.find(({ kind }) => kind !== 'failed')
  await pLimit(AT_ONCE).map(items, async (item) => {
    if (away()) return
    try {
      await work(item)
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      problems.push(error)
    }
  })
  const problem = away() ?? problems[0]
  if (problem) throw problem
}
