import { type Outcome, refused } from '../shared/outcome.ts'
import { ProviderError } from './payment-provider.ts'
import type { PaymentShop } from './payment-shop.ts'

const MESSAGES: Record<ProviderError['kind'], string> = {
  unavailable:
    'We can’t reach our card processor right now. Try again in a minute: you are never charged twice.',
  timeout: 'Our card processor didn’t respond in time. Try again in a minute: you are never charged twice.',
  failed: 'Our card provider could not do this. Try again, or write to us if it happens again.',
}

/**
 * Runs one or more calls to the provider within one timeout, and turns a provider failure into a refusal.
 */
export async function withProviderErrors<T>(
  shop: PaymentShop,
  work: () => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  try {
    return await shop.payments.withTimeout(work)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return refused(`provider_${error.kind}`, MESSAGES[error.kind])
  }
}
