import type { Hono } from 'hono'
import { ok } from '#domain/shared/outcome.ts'
import { readVin } from '#domain/vehicles/decode-vin.server.ts'
import { findVehicle } from '#domain/vehicles/find-vehicle.server.ts'
import { listFitmentChoices } from '#domain/vehicles/list-fitment-choices.server.ts'
import { listVehicleChoices } from '#domain/vehicles/list-vehicle-choices.server.ts'
import { type ApiEnv, type ApiContext, serveBrowsing, serveCall } from './serve-call.ts'

/** The vehicles to choose from. */
export function serveVehicles(app: Hono<ApiEnv>, api: ApiContext): void {
  serveBrowsing(app, api, 'listVehicleChoices', async ({ shop, query }) =>
    ok(await listVehicleChoices(shop, query)),
  )
  serveCall(app, api, 'findVehicle', ({ shop, body, clientAddress }) =>
    findVehicle(shop, { ...body, clientAddress }),
  )
  serveCall(app, api, 'decodeVin', ({ shop, query, clientAddress }) =>
    readVin(shop, { ...query, clientAddress }),
  )
  serveCall(app, api, 'listFitmentChoices', async ({ shop, query }) =>
    ok(await listFitmentChoices(shop, query)),
  )
}
