import { type Fitment, UNQUALIFIED } from '#domain/vehicles/fitment.ts'
import { engineKey } from '#domain/vehicles/vehicle.ts'

/** An engine as vehicles.csv describes it: displacement in liters and number of cylinders. */
export type DemoEngine = { displacementL: number; cylinders: number }

/**
 * One line of "fits": make, model and variant spelled exactly as in vehicles.csv, and model years, both
 * included, in each of which vehicles.csv has the model. Without `variant` the part fits all variants of the
 * model; without `engine`, all its engines. Other facts are optional.
 */
export type DemoFitment = {
  make: string
  model: string
  variant?: string
  yearFrom: number
  yearTo: number
  engine?: DemoEngine
} & Partial<Pick<Fitment, 'quantity' | 'position' | 'drive' | 'option' | 'note' | 'builtFrom'>>

/** The fitment in the store's form. */
export function toFitment({ variant, engine, ...range }: DemoFitment): Fitment {
  const known = engine && { displacementL: engine.displacementL.toFixed(1), cylinders: engine.cylinders }
  return { ...UNQUALIFIED, ...range, variant: variant ?? null, engine: known ? engineKey(known) : null }
}

/** Writes out one fitment per model, for parts that fit several models alike. */
export function fits(
  make: string,
  models: readonly string[],
  [yearFrom, yearTo]: readonly [from: number, to: number],
  engine?: DemoEngine,
): DemoFitment[] {
  return models.map((model) => ({ make, model, yearFrom, yearTo, ...(engine && { engine }) }))
}
