import { ok } from '#domain/shared/outcome.ts'
import { findVehicle } from '#domain/vehicles/find-vehicle.server.ts'
import { listFitmentChoices } from '#domain/vehicles/list-fitment-choices.server.ts'
import { listVehicleChoices } from '#domain/vehicles/list-vehicle-choices.server.ts'
import { readVin } from '#domain/vehicles/read-vin.server.ts'
import type { Handlers } from './serve-call.ts'

export const vehicles = {
  listVehicleChoices: async ({ shop, query }) => ok(await listVehicleChoices(shop, query)),
  findVehicle: ({ shop, body, clientAddress }) => findVehicle(shop, { ...body, clientAddress }),
  decodeVin: ({ shop, query, clientAddress }) => readVin(shop, { ...query, clientAddress }),
  listFitmentChoices: async ({ shop, query }) => ok(await listFitmentChoices(shop, query)),
} satisfies Partial<Handlers>
