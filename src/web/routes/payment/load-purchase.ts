import { showPayment } from '#contract/payments.ts'
import { showPurchase } from '#contract/purchases.ts'
import type { Purchase } from '#domain/orders/purchase.ts'
import { api } from '../../api-client/api-client.ts'

/** The order to pay, by its id or that of one of its parts. */
export async function loadPurchase(id: string): Promise<Purchase> {
  // Refuses while it is not known what was paid, after a restore.
  await api(showPayment, { params: { orderId: id } })
  return api(showPurchase, { params: { id } })
}
