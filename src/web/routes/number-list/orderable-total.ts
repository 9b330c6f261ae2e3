import { checkOrderQuantity } from '#domain/orders/order-quantity.ts'
import { orderTotalCents } from '#domain/orders/order-total.ts'
import { centsFromDollars, dollarsFromCents } from '#domain/shared/money.ts'
import type { Route } from './+types/number-list'

/** A line of a list: its text, and the parts with its number. `quantity` in units. */
export type Line = Route.ComponentProps['loaderData']['lines'][number]

/** The price of this quantity in cents, and why it cannot be ordered; null when it can. */
export function orderOf(product: Line['parts'][number], quantity: number) {
  const priceCents = centsFromDollars(product.price) ?? 0
  return {
    totalCents: orderTotalCents(priceCents, quantity),
    problem: checkOrderQuantity(quantity, { ...product, priceCents }),
  }
}

/**
 * The sum in dollars of the lines that can be ordered as they are. When several parts share a number, the
 * first counts.
 */
export function orderableTotal(lines: readonly Line[]): number {
  const orders = lines.flatMap(({ parts: [first], quantity }) => (first ? orderOf(first, quantity) : []))
  return dollarsFromCents(
    orders.reduce((sum, { totalCents, problem }) => sum + (problem ? 0 : totalCents), 0),
  )
}
