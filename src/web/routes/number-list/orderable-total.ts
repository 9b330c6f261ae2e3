import { checkOrderQuantity } from '#domain/orders/order-quantity.ts'
import { orderTotalCents } from '#domain/orders/order-total.ts'
import { centsFromDollars, dollarsFromCents } from '#domain/shared/money.ts'
import type { Route } from './+types/number-list'

/** A line of a list: its text, and the parts with its number. `quantity` in pieces. */
export type Line = Route.ComponentProps['loaderData']['lines'][number]

/** The price of this quantity in dollars, and why it cannot be ordered; null when it can. */
export function orderOf(product: Line['parts'][number], quantity: number) {
  const priceCents = centsFromDollars(product.price) ?? 0
  return {
    total: dollarsFromCents(orderTotalCents(priceCents, quantity)),
    problem: checkOrderQuantity(quantity, { ...product, priceCents }),
  }
}

/**
 * The sum in dollars of the lines that can be ordered as they are. When several parts share a number, the
 * first counts.
 */
export function orderableTotal(lines: readonly Line[]): number {
  const cents = lines.map(({ parts: [product], quantity }) => {
    if (!product) return 0
    const { total, problem } = orderOf(product, quantity)
    return problem ? 0 : (centsFromDollars(total) ?? 0)
  })
  return dollarsFromCents(cents.reduce((sum, each) => sum + each, 0))
}
