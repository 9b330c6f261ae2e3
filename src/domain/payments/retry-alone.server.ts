import { sql } from 'kysely'
import { ProviderError } from './payment-provider.ts'
import type { PaymentRow } from './payment-queries.server.ts'
import type { PaymentShop } from './payment-shop.ts'
import { withConcurrency } from './with-concurrency.server.ts'

/** The longest pause after a refusal, in minutes; the first is one minute, and each is twice the last. */
const MAX_PAUSE_MINUTES = 360

/** SQL: whether a payment's next request is due. Order by `retry_at`, nulls first: those never tried. */
export const IS_RETRY_DUE = sql<boolean>`(payments.retry_at is null or payments.retry_at < now())`

/**
 * Makes a request about each payment. A payment whose request the provider refuses waits alone, longer each
 * time, and keeps no other from its turn. One that meets an outage is due again at once, after the others.
 * @throws ProviderError, as withConcurrency
 */
export async function withRetries<Payment extends Pick<PaymentRow, 'id'>>(
  shop: PaymentShop,
  payments: readonly Payment[],
  work: (payment: Payment) => Promise<void>,
): Promise<void> {
  await withConcurrency(payments, async (payment) => {
    try {
      await work(payment)
    } catch (error) {
      if (error instanceof ProviderError) await recordFailure(shop, payment.id, error)
      throw error
    }
  })
}

async function recordFailure(shop: PaymentShop, paymentId: string, { kind }: ProviderError): Promise<void> {
  const pause = sql`interval '1 minute' * least(${MAX_PAUSE_MINUTES}, power(2, least(refusals, 16)))`
  await shop.db
    .updateTable('payments')
    .set(
      kind === 'failed'
        ? { refusals: sql<number>`refusals + 1`, retry_at: sql<Date>`clock_timestamp() + ${pause}` }
        : { retry_at: sql<Date>`clock_timestamp()` },
    )
    .where('id', '=', paymentId)
    .execute()
}
