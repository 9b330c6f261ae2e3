import type { Fitment } from '#domain/vehicles/fitment.ts'
import { engineKey } from '#domain/vehicles/vehicle.ts'

/** An engine as vehicles.csv describes it: displacement in litres and number of cylinders. */
export type DemoEngine = { displacementL: number; cylinders: number }

/**
 * One line of "fits": a make and model spelled exactly as in vehicles.csv, and a range of model years (both ends
 * included; the csv knows the model in every year of it). Without `engine` the part fits all engines of the model.
 */
export type DemoFitment = {
  make: string
  model: string
  yearFrom: number
  yearTo: number
  engine?: DemoEngine
}

/** The fitment in the store's form. */
export function toFitment({ engine, ...range }: DemoFitment): Fitment {
  const known = engine && { displacementL: engine.displacementL.toFixed(1), cylinders: engine.cylinders }
  return { ...range, engine: known ? engineKey(known) : null }
}

/** Writes out one fitment per model, for parts that fit several body styles of the same car. */
export function fits(
  make: string,
  models: readonly string[],
  [yearFrom, yearTo]: readonly [from: number, to: number],
  engine?: DemoEngine,
): DemoFitment[] {
  return models.map((model) => ({ make, model, yearFrom, yearTo, ...(engine && { engine }) }))
}
