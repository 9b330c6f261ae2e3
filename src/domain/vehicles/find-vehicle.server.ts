import { sql } from 'kysely'
import { ok, type Outcome, refused } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import { vehicleName } from './chosen-vehicle.ts'
import { readVin } from './decode-vin.server.ts'
import type { FoundVehicle } from './find-vehicle.ts'
import { type NamedModel, readVehicleWords, type VehicleNames, vehicleNames } from './read-vehicle-words.ts'
import type { Engine } from './vehicle.ts'
import { looksLikeVin } from './vin.ts'

/** How long the names of vehicles are used before they are read again, in ms. */
const NAMES_MS = 60_000
const namesOfShops = new WeakMap<Shop, { readAt: number; names: Promise<VehicleNames> }>()

/**
 * Finds the vehicle that a text or a VIN names, as steps of the finder. Who may: everyone. A VIN is stored and logged nowhere.
 * Refused: invalid_input when nothing in it is a vehicle of the store; too_many_requests for VINs.
 * @param clientAddress as rate limits count it.
 */
export async function findVehicle(
  shop: Shop,
  { vehicle: text, clientAddress }: { vehicle: string; clientAddress: string },
): Promise<Outcome<FoundVehicle>> {
  if (looksLikeVin(text)) return findByVin(shop, text, clientAddress)
  const { vehicle, rest } = readVehicleWords(text, await namesOf(shop))
  if (!vehicle.make)
    return unknown('We do not know this vehicle. Type year, make and model, such as 2012 Honda Civic.')
  return ok({ ...vehicle, rest })
}

async function findByVin(shop: Shop, vin: string, clientAddress: string): Promise<Outcome<FoundVehicle>> {
  const decoded = await readVin(shop, { vin, clientAddress })
  if (!decoded.ok) return decoded
  const { problem, year, make, model, engine, vehicleIds } = decoded.value
  if (problem !== undefined) return unknown(problem)
  if (vehicleIds.length === 0 || year === null || make === null || model === undefined) {
    const name = vehicleName({ make: make ?? undefined, year: year ?? undefined, model })
    const known =
      name === ''
        ? 'We cannot tell the vehicle of this VIN.'
        : `This VIN is a ${name}, which is not in our list.`
    return unknown(`${known} Choose the vehicle by make, year and model.`)
  }
  return ok({ make, year, model, ...(engine !== undefined && { engine }), rest: '' })
}

function unknown(message: string): Outcome<FoundVehicle> {
  return refused('invalid_input', message, [{ field: 'vehicle', code: 'unknown_vehicle', message }])
}

/** The names of the store's vehicles, at most a minute old. */
function namesOf(shop: Shop): Promise<VehicleNames> {
  const known = namesOfShops.get(shop)
  if (known && performance.now() - known.readAt < NAMES_MS) return known.names
  const names = readNames(shop)
  namesOfShops.set(shop, { readAt: performance.now(), names })
  // A failed reading is tried again at the next request.
  names.catch(() => namesOfShops.delete(shop))
  return names
}

async function readNames({ db }: Shop): Promise<VehicleNames> {
  const { rows } = await sql<{
    make: string
    model: string
    variants: string[]
    engines: { year: number; liters: string | null; cylinders: number | null }[]
  }>`
    select make, model, coalesce(array_agg(distinct variant) filter (where variant is not null), '{}') as variants,
      jsonb_agg(distinct jsonb_build_object('year', year, 'liters', displacement_l::text, 'cylinders', cylinders)) as engines
    from vehicles group by make, model`.execute(db)
  return vehicleNames(
    rows.map(({ make, model, variants, engines }): NamedModel => {
      const years = new Map<number, Engine[]>()
      for (const { year, liters, cylinders } of engines)
        years.set(year, [...(years.get(year) ?? []), { displacementL: liters, cylinders }])
      return { make, model, variants, years }
    }),
  )
}
