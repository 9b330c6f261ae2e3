import { z } from 'zod'

/** The periods of the best sellers, in days that end with today. */
export const SALES_PERIODS = ['1', '7', '30'] as const

/** What the best sellers are sorted by. */
export const SALES_MEASURES = ['revenue', 'units'] as const

export const BestSellersQuery = z.object({
  days: z.enum(SALES_PERIODS).default('30'),
  by: z.enum(SALES_MEASURES).default('revenue'),
})
export type BestSellersQuery = z.infer<typeof BestSellersQuery>

/** A part with what was sold of it: `pieces` counts its units, `revenue` is dollars. */
export const BestSellerSchema = z.object({
  _id: z.string(),
  name: z.string(),
  unit: z.string(),
  pieces: z.number().int(),
  revenue: z.number(),
  /** False once the part was deleted. */
  listed: z.boolean(),
})
export type BestSeller = z.infer<typeof BestSellerSchema>
