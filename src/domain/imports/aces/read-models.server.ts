import type { Database } from '#db/connection.ts'
import { BASE_VARIANT, engineKey } from '../../vehicles/vehicle.ts'
import { pauseIfDue } from '../pause-if-due.ts'
import { createModelIndex, type FindModel, type KnownModel } from './known-model.ts'

/** Reads all models of the store at once: an import looks up thousands of vehicles. */
export async function readModels(db: Database): Promise<FindModel> {
  const rows = await db
    .selectFrom('vehicles')
    .distinct()
    .select(['make', 'model', 'year', 'variant', 'displacement_l', 'cylinders'])
    .execute()
  const models: KnownModel[] = []
  for (const vehicles of Map.groupBy(rows, ({ make, model }) => `${make}\t${model}`).values()) {
    await pauseIfDue()
    const [first] = vehicles
    if (!first) continue
    models.push({
      make: first.make,
      model: first.model,
      years: new Set(vehicles.map(({ year }) => year)),
      variants: new Set(vehicles.map(({ variant }) => variant ?? BASE_VARIANT)),
      engines: new Set(
        vehicles.map(({ displacement_l: displacementL, cylinders }) =>
          engineKey({ displacementL, cylinders }),
        ),
      ),
    })
  }
  return createModelIndex(models)
}
