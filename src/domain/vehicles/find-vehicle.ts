import { z } from 'zod'
import { requiredText } from '../shared/text.ts'
import { VehicleQuery } from './vehicle.ts'

/** A vehicle in words, with more words or without, or a VIN. */
export const FindVehicleInput = z.object({
  vehicle: requiredText('Type a year, make and model, or a VIN', 200),
})

/** The steps of the finder that the words or the VIN say, and the words that are left. */
export const FoundVehicleSchema = VehicleQuery.extend({ rest: z.string() })
export type FoundVehicle = z.infer<typeof FoundVehicleSchema>
