import { piecesText } from '../products/unit.ts'
import { ok, type Outcome, refusedField } from '../shared/outcome.ts'
import type { OrderRow } from './order-queries.server.ts'
import type { Pieces } from './pieces.ts'

/** Pieces of one order. */
export type ChosenPieces = { order: OrderRow; quantity: number }

/**
 * The orders of a purchase that the lines name. Refusals: not_found for one of another purchase.
 * @param field the name of the lines in the input.
 */
export function choosePieces(
  orders: readonly OrderRow[],
  lines: Pieces,
  field = 'lines',
): Outcome<ChosenPieces[]> {
  const chosen: ChosenPieces[] = []
  for (const [at, { orderId, quantity }] of lines.entries()) {
    const order = orders.find(({ id }) => id === orderId)
    if (!order)
      return refusedField(
        `${field}.${at}.orderId`,
        'not_found',
        'This part is not of this order',
        'unknown_line',
      )
    chosen.push({ order, quantity })
  }
  return ok(chosen)
}

export function byOrder(chosen: readonly ChosenPieces[]): ReadonlyMap<string, number> {
  return new Map(chosen.map(({ order, quantity }) => [order.id, quantity]))
}

/** "2 pieces of Ceramic Brake Pads, 1 set of 4 of Spark Plugs" */
export function chosenText(chosen: readonly ChosenPieces[]): string {
  return piecesText(
    chosen.map(({ order: { unit, product_name: name }, quantity }) => ({ quantity, unit, name })),
  )
}
