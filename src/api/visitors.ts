import type { Hono } from 'hono'
import { sendMessage } from '#domain/contact/send-message.server.ts'
import { ok } from '#domain/shared/outcome.ts'
import { listFitmentChoices } from '#domain/vehicles/list-fitment-choices.server.ts'
import { listVehicleChoices } from '#domain/vehicles/list-vehicle-choices.server.ts'
import { type ApiEnv, type ApiContext, serveCall } from './serve-call.ts'

/** Vehicles to choose from, and messages to the store. */
export function serveVisitors(app: Hono<ApiEnv>, api: ApiContext): void {
  serveCall(app, api, 'listVehicleChoices', async ({ shop, query }) =>
    ok(await listVehicleChoices(shop, query)),
  )
  serveCall(app, api, 'listFitmentChoices', async ({ shop, query }) =>
    ok(await listFitmentChoices(shop, query)),
  )
  serveCall(app, api, 'sendMessage', ({ shop, body, clientAddress }) =>
    sendMessage(shop, body, clientAddress),
  )
}
