import { LOG_IN_FIRST } from '../accounts/viewer.ts'
import { NO_SUCH_PRODUCT } from '../products/product-queries.server.ts'
import { isCartOnly } from '../sales/plain-order.ts'
import type { SalesSettings } from '../sales/sales-settings.ts'
import { type Outcome, refused, refusedField } from '../shared/outcome.ts'
import type { ShopRules } from '../shop-rules.ts'
import type { LockedFacts, SoldProduct } from './lock-order-facts.server.ts'
import { checkOrderQuantity, QUANTITY_PROBLEMS } from './order-quantity.ts'
import { orderTotalCents } from './order-total.ts'
import { checkUnverifiedShare } from './unverified-share.ts'

/** The response to a stored order. Responses stored for a key before orders had numbers have none. */
export type PlacedOrder = { insertedId: string; number?: string | undefined }

/** The facts that decide about an order, read while its product and its account are locked. */
export type OrderFacts = {
  customer: Pick<NonNullable<LockedFacts['customer']>, 'unpaidOrders' | 'held'> | null
  /** Null when there is no such product on sale: missing, deleted or hidden. */
  product: Pick<
    SoldProduct,
    'id' | 'priceCents' | 'available' | 'minOrder' | 'unit' | 'coreCents' | 'oversize'
  > | null
  plainOrders: SalesSettings['plainOrders']
}

/**
 * The rules of an order, decided from facts alone, most important reason first.
 * Refusals: unauthenticated when the token has ended, not_found, use_cart, below_min_order,
 * insufficient_stock, total_out_of_range, price_changed, too_many_unpaid_orders, email_not_verified above the
 * share of unverified customers.
 * @param order.expectedCents the total that the customer expects to pay; null: any total.
 * @returns null when the order can be stored.
 */
export function judgeOrder(
  { quantity, expectedCents }: { quantity: number; expectedCents: number | null },
  { customer, product, plainOrders }: OrderFacts,
  rules: Pick<ShopRules, 'maxUnpaidOrders' | 'unverifiedSharePercent'>,
): Outcome<never> | null {
  if (!customer) return refused('unauthenticated', LOG_IN_FIRST)
  if (!product) return refused('not_found', NO_SUCH_PRODUCT)
  if (isCartOnly(product, plainOrders)) return refused('use_cart', USE_CART)
  const problem = checkOrderQuantity(quantity, product)
  if (problem === 'total_out_of_range') return refused(problem, QUANTITY_PROBLEMS[problem])
  if (problem) return refusedField('orderQty', problem, QUANTITY_PROBLEMS[problem], problem)
  if (expectedCents !== null && expectedCents !== orderTotalCents(product.priceCents, quantity))
    return refused('price_changed', PRICE_CHANGED)
  if (customer.unpaidOrders >= rules.maxUnpaidOrders)
    return refused('too_many_unpaid_orders', TOO_MANY_UNPAID_ORDERS)
  const held = customer.held.get(product.id)
  const verificationMessage =
    held &&
    checkUnverifiedShare(quantity, { ...product, ...held }, rules.unverifiedSharePercent, product.unit)
  return verificationMessage
    ? refusedField('orderQty', 'email_not_verified', verificationMessage, 'email_not_verified')
    : null
}

const USE_CART = 'Add this part to your cart, and check out there.'
const PRICE_CHANGED = 'The price of this part has changed. Look at the new total and order again.'
export const TOO_MANY_UNPAID_ORDERS = 'You have many unpaid orders. Pay or delete some of them first.'
