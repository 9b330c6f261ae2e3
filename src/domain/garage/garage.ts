import { z } from 'zod'
import { boundedText, requiredText } from '../shared/text.ts'
import { modelYear } from '../vehicles/vehicle.ts'

/** Cars in a garage, each in a slot of its own. The database has as many. */
export const MAX_CARS = 10

/** A car to save: a vehicle that the store lists. `engine`: the finder's key, if it is known. */
export const AddToGarageInput = z.object({
  make: requiredText('Choose a make', 60),
  model: requiredText('Choose a model', 100),
  year: modelYear(),
  engine: boundedText(20).trim().optional(),
})
export type AddToGarageInput = z.infer<typeof AddToGarageInput>

/** Whether the customer is shopping for this car. */
export const ChooseInGarageInput = z.object({ chosen: z.boolean() })

/** A saved car. */
export const GarageVehicleSchema = z.object({
  _id: z.string(),
  make: z.string(),
  model: z.string(),
  year: z.number().int(),
  engine: z.string().optional(),
  /** "2009 Honda Civic, 1.8 L, 4 cylinders" */
  name: z.string(),
  chosen: z.boolean(),
})
export type GarageVehicle = z.infer<typeof GarageVehicleSchema>

/** The cars of an account in the order in which they were added; at most one is selected. */
export const GarageSchema = z.object({ vehicles: z.array(GarageVehicleSchema) })
