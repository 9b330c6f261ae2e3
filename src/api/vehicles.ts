import { ok } from '#domain/shared/outcome.ts'
import { findVehicle } from '#domain/vehicles/find-vehicle.server.ts'
import { listFitmentChoices } from '#domain/vehicles/list-fitment-choices.server.ts'
import { listVehicleChoices } from '#domain/vehicles/list-vehicle-choices.server.ts'
import { readVin } from '#domain/vehicles/read-vin.server.ts'
import type { Handlers } from './serve-call.ts'

export const vehicles = {
  listVehicleChoices: async ({ shop, query }) => ok(await listVehicleChoices(shop, query)),
  findVehicle: ({ shop, body }) => findVehicle(shop, body),
  decodeVin: async ({ shop, body }) => ok(await readVin(shop, body)),
  listFitmentChoices: async ({ shop, query }) => ok(await listFitmentChoices(shop, query)),
} satisfies Partial<Handlers>
