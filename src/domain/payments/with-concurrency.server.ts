import { ProviderProblem } from './payment-provider.ts'

/** Calls in flight: with a slow provider, the last of many must not wait for minutes. */
const LANES = 4

/**
 * Runs a provider call for each item. A refused call does not stop the others; when the
 * provider is away, the rest is left for the next round.
 * @throws ProviderProblem at the end: that the provider is away, or else the first refusal.
 */
export async function withConcurrency<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const left = [...items]
  const problems: ProviderProblem[] = []
  const isAway = () => problems.some(({ kind }) => kind !== 'failed')
  async function lane(): Promise<void> {
    for (let item = left.shift(); item !== undefined && !isAway(); item = left.shift()) {
      try {
        await work(item)
      } catch (error) {
        if (!(error instanceof ProviderProblem)) throw error
        problems.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  const problem = problems.find(({ kind }) => kind !== 'failed') ?? problems[0]
  if (problem) throw problem
}
