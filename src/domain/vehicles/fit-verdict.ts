import { z } from 'zod'

/** What has to be known of a vehicle to say whether a part fits it; the finder asks for the first four. In the order in which they are asked. */
export const FIT_FACTS = [
  'make',
  'year',
  'model',
  'engine',
  'variant',
  'drive',
  'body',
  'built',
  'option',
] as const
export type FitFact = (typeof FIT_FACTS)[number]

/**
 * Whether a part fits a vehicle. `reason`: why, as a sentence without a full stop. `missing`: what has to be known to be sure, the next
 * question first. `quantity`: pieces that the vehicle takes.
 */
export const FitVerdictSchema = z.object({
  verdict: z.enum(['fits', 'fits_if', 'does_not_fit', 'unknown']),
  reason: z.string(),
  missing: z.array(z.enum(FIT_FACTS)).optional(),
  quantity: z.number().int().optional(),
})
export type FitVerdict = z.infer<typeof FitVerdictSchema>
