import { ProviderProblem } from './payment-provider.ts'

/**
 * Does the work for each in turn. What the provider refuses for one (`failed`) does not keep the others from their turn;
 * a provider that does not answer ends the round.
 * @throws ProviderProblem: at once when it does not answer, otherwise the first refusal, after all had their turn.
 */
export async function workThrough<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  let refusal: ProviderProblem | undefined
  for (const item of items) {
    try {
      await work(item)
    } catch (error) {
      if (!(error instanceof ProviderProblem) || error.kind !== 'failed') throw error
      refusal ??= error
    }
  }
  if (refusal) throw refusal
}
