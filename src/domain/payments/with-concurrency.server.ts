import { ProviderProblem } from './payment-provider.ts'

/** Asked for at the same time: a slow provider must not keep the last of many waiting for minutes. */
const LANES = 4

/**
 * Does something with the provider for each of these. One that the provider refuses does not keep the others from their turn; when the
 * provider is away, the rest is left for the next round.
 * @throws ProviderProblem after all that could be done was done: that the provider is away, or else the first one.
 */
export async function withConcurrency<T>(
  items: readonly T[],
  ask: (item: T) => Promise<void>,
): Promise<void> {
  const left = [...items]
  const problems: ProviderProblem[] = []
  const isAway = () => problems.some(({ kind }) => kind !== 'failed')
  async function lane(): Promise<void> {
    for (let item = left.shift(); item !== undefined && !isAway(); item = left.shift()) {
      try {
        await ask(item)
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
