import type { Database } from '#db/connection.ts'
import { BASE_VARIANT, engineKey } from '../../vehicles/vehicle.ts'
import { pauseIfDue } from '../pause-if-due.ts'
import { createModelIndex, type FindModel } from './known-model.ts'

/** Reads all models of the store: an import asks for thousands of vehicles. */
export async function readModels(db: Database): Promise<FindModel> {
  const rows = await db
    .selectFrom('vehicles')
    .distinct()
    .select(['make', 'model', 'year', 'variant', 'displacement_l', 'cylinders'])
    .execute()
  const models = new Map<string, Model>()
  for (const { make, model: name, year, variant, displacement_l: displacementL, cylinders } of rows) {
    await pauseIfDue()
    const key = `${make}\t${name}`
    const model: Model = models.get(key) ?? {
      make,
      model: name,
      years: new Set(),
      variants: new Set(),
      engines: new Set(),
    }
    models.set(key, model)
    model.years.add(year)
    model.variants.add(variant ?? BASE_VARIANT)
    model.engines.add(engineKey({ displacementL, cylinders }))
  }
  return createModelIndex([...models.values()])
}

type Model = {
  make: string
  model: string
  years: Set<number>
  variants: Set<string>
  engines: Set<string>
}
