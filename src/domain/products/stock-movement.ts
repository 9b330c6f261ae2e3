import { z } from 'zod'
import { ActorSchema } from '../audit/audit.ts'
import { PageQuery, cursorNumber } from '../shared/lists.ts'

/**
 * The causes of stock changes: units received or written off by hand, held for an order, released by one,
 * canceled once it was paid, or sent back.
 */
const MOVEMENT_KINDS = ['received', 'corrected', 'held', 'released', 'canceled', 'returned'] as const

/**
 * A change of a part's stock, in units. `stock`: the stock after it. `action`: its name in the audit;
 * `actor`: who did it. Without an actor the store itself did it (a background job, a file, the demo).
 */
export const StockMovementSchema = z.object({
  _id: z.string(),
  at: z.string(),
  kind: z.enum(MOVEMENT_KINDS),
  quantity: z.number().int(),
  stock: z.number().int(),
  action: z.string(),
  actor: ActorSchema.optional(),
  orderId: z.string().optional(),
  /** As people read it. */
  orderNumber: z.string().optional(),
})
export type StockMovement = z.infer<typeof StockMovementSchema>

/** A page of stock movements: `after` is the _id of the last one returned. */
export const ListStockMovementsQuery = PageQuery.extend({
  after: cursorNumber(18, 'This is not a stock change').optional(),
})
export type ListStockMovementsQuery = z.infer<typeof ListStockMovementsQuery>
