import { z } from 'zod'
import { requiredText } from '../shared/text.ts'
import { VehicleQuery } from './vehicle.ts'

/** A vehicle in words, possibly with more words, or a VIN. */
export const FindVehicleInput = z.object({
  vehicle: requiredText('Type a year, make and model, or a VIN', 200),
})

/** The steps of the finder that the words or the VIN name, and the remaining words. */
export const FoundVehicleSchema = VehicleQuery.extend({ rest: z.string() })
export type FoundVehicle = z.infer<typeof FoundVehicleSchema>
