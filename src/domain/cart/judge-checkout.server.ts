import { TOO_MANY_UNPAID_ORDERS } from '../orders/judge-order.server.ts'
import type { LockedFacts } from '../orders/lock-order-facts.server.ts'
import { TOTAL_OUT_OF_RANGE } from '../orders/order-total.ts'
import type { CartPrice } from '../sales/price-cart.ts'
import type { FieldProblem, Outcome } from '../shared/outcome.ts'
import { refused } from '../shared/outcome.ts'
import type { ShopRules } from '../shop-rules.ts'
import { checkLine, checkShare, NO_LONGER_SOLD } from './check-line.ts'
import type { StoredLine } from './merge-lines.ts'

/** What decides about a checkout, read while cart, parts and account are locked. */
export type CheckoutFacts = {
  lines: readonly StoredLine[]
  sold: LockedFacts['sold']
  customer: NonNullable<LockedFacts['customer']>
  price: CartPrice
  /** The total that the customer expects, in cents; null if it is not one. */
  expectedCents: number | null
  methodId: string
  /** Why the cart cannot be delivered; null when it can. */
  undeliverable: string | null
}

type LineProblem = FieldProblem & {
  code: 'no_longer_sold' | 'insufficient_stock' | 'below_min_order' | 'email_not_verified'
}

/**
 * The rules of a checkout, decided from facts alone: all lines or none, and each bad line is named. The first
 * bad line whose code is a conflict gives the refusal its code.
 * Refusals: no_longer_sold, insufficient_stock, email_not_verified, below_min_order; not_deliverable;
 * total_out_of_range; cart_changed for another total, to be completed with the quote; too_many_unpaid_orders.
 * @returns null when the cart can be ordered.
 */
export function judgeCheckout(
  facts: CheckoutFacts,
  rules: Pick<ShopRules, 'maxUnpaidOrders' | 'unverifiedSharePercent'>,
): Outcome<never> | null {
  const problems = facts.lines.flatMap((line) => lineProblem(line, facts, rules) ?? [])
  const [first = problems[0]] = problems.filter(({ code }) => code !== 'below_min_order')
  if (first) return refused(first.code, first.message, { fields: problems })
  const { price, methodId, undeliverable } = facts
  const option = price.options.find((one) => one.methodId === methodId)
  const obstacle = undeliverable ?? (option ? option.unavailable : 'Choose a delivery.')
  if (obstacle !== null)
    return refused('not_deliverable', obstacle, {
      fields: [{ field: 'methodId', code: 'not_deliverable', message: obstacle }],
    })
  if (price.outOfRange) return refused('total_out_of_range', TOTAL_OUT_OF_RANGE)
  if (facts.expectedCents !== price.totalCents) return refused('cart_changed', TOTAL_CHANGED)
  if (facts.customer.unpaidOrders >= rules.maxUnpaidOrders)
    return refused('too_many_unpaid_orders', TOO_MANY_UNPAID_ORDERS)
  return null
}

const TOTAL_CHANGED = 'The total has changed. Look at the new one and order again.'

function lineProblem(
  { productId, quantity }: StoredLine,
  { sold, customer }: CheckoutFacts,
  rules: Pick<ShopRules, 'unverifiedSharePercent'>,
): LineProblem | null {
  const product = sold.find(({ id }) => id === productId)
  const problem = product ? checkLine(quantity, product) : NO_LONGER_SOLD
  const field = `lines.${productId}`
  if (problem || !product) {
    const { code, message } = problem ?? NO_LONGER_SOLD
    return { field, code, message: product ? `${product.name}: ${message}` : message }
  }
  const share = checkShare(quantity, product, customer.held.get(productId), rules.unverifiedSharePercent)
  return share && { field, ...share }
}
