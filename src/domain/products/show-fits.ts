import { z } from 'zod'
import { boundedText } from '../shared/text.ts'
import { FitVerdictSchema } from '../vehicles/fit-verdict.ts'
import { VehicleQuery } from '../vehicles/vehicle.ts'

/** `ids`: of at most 100 products, separated by commas. */
export const ShowFitsQuery = VehicleQuery.extend({ ids: boundedText(3_700).toLowerCase() })
export type ShowFitsQuery = z.infer<typeof ShowFitsQuery>

export const ShowFitsResponse = z.object({
  items: z.array(z.object({ _id: z.string(), fit: FitVerdictSchema })),
})
