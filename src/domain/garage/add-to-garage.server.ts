import { LOG_IN_FIRST, type Viewer } from '../accounts/viewer.ts'
import { type InsertResult, ok, type Outcome, refused, refusedField } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import { listVehicleChoices } from '../vehicles/list-vehicle-choices.server.ts'
import { spelledVehicle } from '../vehicles/read-vehicle-words.ts'
import { type AddToGarageInput, MAX_CARS } from './garage.ts'
import { lockGarage, deselectAll } from './lock-garage.server.ts'

const SLOTS = Array.from({ length: MAX_CARS }, (_, at) => at + 1)

/**
 * Saves a car to the viewer's own garage and selects it. A car that is already there is selected, and gets
 * the engine if it is now known; the only engine of a vehicle may be left out. Access: signed-in customers.
 * Refusals: invalid_input for a vehicle that the store does not list, garage_full;
 * unauthenticated when the token has just ended.
 */
export async function addToGarage(
  shop: Pick<Shop, 'db' | 'browsing' | 'vehicles'>,
  viewer: Viewer,
  input: AddToGarageInput,
): Promise<Outcome<InsertResult>> {
  const { make, model, year, engine } = spelledVehicle(input, (await shop.vehicles()).names)
  const { engines } = await listVehicleChoices(shop.browsing, { make, year, model })
  if (engines.length === 0)
    return refuseVehicle('model', `The store does not list the ${year} ${make} ${model}.`)
  if (engine && !engines.some(({ key }) => key === engine))
    return refuseVehicle('engine', `The ${year} ${make} ${model} does not come with this engine.`)
  const known = engine || (engines.length === 1 ? engines[0]?.key : undefined)
  return shop.db.transaction().execute(async (trx) => {
    const cars = await lockGarage(trx, viewer)
    if (!cars) return refused('unauthenticated', LOG_IN_FIRST)
    const saved = cars.find((car) => car.make === make && car.model === model && car.year === year)
    const slot = SLOTS.find((free) => cars.every((car) => car.place !== free))
    if (!saved && slot === undefined)
      return refused('garage_full', `A garage holds ${MAX_CARS} cars. Remove one first.`)
    await deselectAll(trx, viewer)
    if (saved) {
      const engine = known ?? saved.engine
      await trx
        .updateTable('garage_vehicles')
        .set({ chosen: true, engine })
        .where('id', '=', saved.id)
        .execute()
      return ok({ insertedId: saved.id })
    }
    const { id } = await trx
      .insertInto('garage_vehicles')
      .values({
        account_id: viewer.id,
        place: slot ?? 0,
        make,
        model,
        year,
        engine: known ?? null,
        chosen: true,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return ok({ insertedId: id })
  })
}

const refuseVehicle = (field: string, message: string) =>
  refusedField(field, 'invalid_input', message, 'unknown_vehicle')
