import { z } from 'zod'
import { PageQuery, seenNumber } from '../shared/lists.ts'

/** What changed the stock: pieces received or written off by hand, held for an order, or released by one. */
const MOVEMENT_KINDS = ['received', 'corrected', 'held', 'released'] as const

/**
 * A change of a part's stock, in pieces. `stock`: after it. `action`: what the audit says it was, and `actor` who did it; without one it
 * was the store itself (a background job, a file, the demo).
 */
export const StockMovementSchema = z.object({
  _id: z.string(),
  at: z.string(),
  kind: z.enum(MOVEMENT_KINDS),
  quantity: z.number().int(),
  stock: z.number().int(),
  action: z.string(),
  actor: z.object({ _id: z.string(), name: z.string(), email: z.string() }).optional(),
  orderId: z.string().optional(),
  /** orderNumber() is how people read it. */
  orderNumber: z.number().int().optional(),
})
export type StockMovement = z.infer<typeof StockMovementSchema>

/** A page of them: `after` is the _id of the last one returned. */
export const ListStockMovementsQuery = z.object({
  limit: PageQuery.shape.limit,
  after: seenNumber(18, 'This is no change of stock').optional(),
})
export type ListStockMovementsQuery = z.infer<typeof ListStockMovementsQuery>
