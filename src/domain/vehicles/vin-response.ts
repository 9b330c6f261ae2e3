import { z } from 'zod'
import { boundedText } from '../shared/text.ts'

/** A VIN as it was typed: with spaces, in any case. */
export const VinQuery = z.object({ vin: boundedText(100, { missing: 'Enter a VIN' }) })

/**
 * A decoded VIN. Unknown values are missing or null, never guessed; `sure` lists the reliable ones. `problem`
 * says what is wrong with an invalid VIN. `engine` is the finder's key, `vehicleIds` are the possible
 * vehicles.
 */
export const VinResponseSchema = z.object({
  valid: z.boolean(),
  problem: z.string().optional(),
  year: z.number().int().nullable(),
  make: z.string().nullable(),
  model: z.string().optional(),
  engine: z.string().optional(),
  manufacturer: z.string().nullable(),
  vehicleIds: z.array(z.number().int()),
  sure: z.array(z.enum(['year', 'make', 'model', 'engine'])),
})
export type VinResponse = z.infer<typeof VinResponseSchema>
