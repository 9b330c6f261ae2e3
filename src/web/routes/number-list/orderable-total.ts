import type { StoredLine } from '#domain/cart/merge-lines.ts'
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

/** The parts that can be ordered as they are, each once; of several with a number the first. */
export function orderableParts(lines: readonly Line[]): StoredLine[] {
  const quantities = new Map<string, number>()
  for (const { parts, quantity } of lines)
    if (parts[0] && orderOf(parts[0], quantity).problem === null)
      quantities.set(parts[0].id, (quantities.get(parts[0].id) ?? 0) + quantity)
  return Array.from(quantities, ([productId, quantity]) => ({ productId, quantity }))
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
