import { z } from 'zod'

/** Facts on which a fit may depend, in the order of the questions. The finder asks for the first four. */
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
 * Whether a part fits a vehicle. `reason`: a sentence without a period. `missing`: the facts needed for a
 * definite verdict, the next question first. `quantity`: the units that the vehicle takes.
 */
export const FitVerdictSchema = z.object({
  verdict: z.enum(['fits', 'fits_if', 'does_not_fit', 'unknown']),
  reason: z.string(),
  missing: z.array(z.enum(FIT_FACTS)).optional(),
  quantity: z.number().int().optional(),
})
export type FitVerdict = z.infer<typeof FitVerdictSchema>
