import { type Outcome, refused } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import { ProviderProblem } from './payment-provider.ts'

const WORDS = {
  unavailable: {
    code: 'provider_unavailable',
    detail:
      'We can’t reach our card processor right now. Try again in a minute: you are never charged twice.',
  },
  timeout: {
    code: 'provider_timeout',
    detail: 'Our card processor didn’t answer in time. Try again in a minute: you are never charged twice.',
  },
  failed: {
    code: 'provider_failed',
    detail: 'Our card provider could not do this. Try again, or write to us if it happens again.',
  },
} as const

/**
 * Runs one or more calls to the provider within one timeout and turns a provider failure
 * into a refusal.
 */
export async function withProviderErrors<T>(
  shop: Shop,
  work: () => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  try {
    return await shop.payments.inTime(work)
  } catch (error) {
    if (!(error instanceof ProviderProblem)) throw error
    const { code, detail } = WORDS[error.kind]
    return refused(code, detail)
  }
}
