import { sql } from 'kysely'
import type { PaymentShop } from './payment-shop.ts'

/** SQL: the newest intents that the store knows, which show whose keys it has. */
export const NEWEST_INTENTS = `
  select intent_id as id from payments where intent_id is not null order by created_at desc limit 3`

/** What is wrong when the provider knows none of these intents. */
export function foreignAccountText(intentId: string): string {
  return `The card provider does not have the store’s newest payments, such as ${intentId}: STRIPE_SECRET_KEY belongs to another account, or is a test key of a live store (or the reverse). Set the keys of the account that was charged: only they can refund its charges.`
}

/**
 * Whether the keys belong to another account at the provider than the one that was charged, by reading the
 * store's newest payments. Called once at the start.
 * @returns the problem in words; null when there is none.
 * @throws ProviderError
 */
export async function findForeignAccount(shop: PaymentShop): Promise<string | null> {
  const { rows } = await sql.raw<{ id: string }>(NEWEST_INTENTS).execute(shop.db)
  for (const { id } of rows) if (await shop.payments.retrieveCharge(id)) return null
  return rows[0] ? foreignAccountText(rows[0].id) : null
}
