import type { Database } from '#db/connection.ts'
import { BASE_VARIANT, engineKey } from '../../vehicles/vehicle.ts'
import { createModelIndex, type FindModel } from './known-model.ts'

/** Reads all models of the store: an import asks for thousands of vehicles. */
export async function readModels(db: Database): Promise<FindModel> {
  const rows = await db
    .selectFrom('vehicles')
    .distinct()
    .select(['make', 'model', 'year', 'variant', 'displacement_l', 'cylinders'])
    .execute()
  const models = Map.groupBy(rows, ({ make, model }) => `${make}\t${model}`)
  return createModelIndex(
    [...models.values()].flatMap((some) => {
      const [first] = some
      if (!first) return []
      return [
        {
          make: first.make,
          model: first.model,
          years: new Set(some.map(({ year }) => year)),
          variants: new Set(some.map(({ variant }) => variant ?? BASE_VARIANT)),
          engines: new Set(
            some.map(({ displacement_l, cylinders }) =>
              engineKey({ displacementL: displacement_l, cylinders }),
            ),
          ),
        },
      ]
    }),
  )
}
