import type { PiecesByOrder } from '../documents/credit.ts'
import type { OrderRow } from '../orders/order-queries.server.ts'
import { ok, type Outcome, refusedField } from '../shared/outcome.ts'
import type { Pieces } from './refund.ts'

/** Pieces of one order. */
export type ChosenPieces = { order: OrderRow; quantity: number }

/** The orders of a purchase that the lines name. Refusals: not_found for one of another purchase. */
export function choosePieces(orders: readonly OrderRow[], lines: Pieces): Outcome<ChosenPieces[]> {
  const chosen: ChosenPieces[] = []
  for (const [at, { orderId, quantity }] of lines.entries()) {
    const order = orders.find(({ id }) => id === orderId)
    if (!order)
      return refusedField(
        `lines.${at}.orderId`,
        'not_found',
        'This part is not of this order',
        'unknown_line',
      )
    chosen.push({ order, quantity })
  }
  return ok(chosen)
}

export function byOrder(chosen: readonly ChosenPieces[]): PiecesByOrder {
  return new Map(chosen.map(({ order, quantity }) => [order.id, quantity]))
}
