import type { Hono } from 'hono'
import { sendMessage } from '#domain/contact/send-message.server.ts'
import { ok } from '#domain/outcome.ts'
import { listVehicleChoices } from '#domain/vehicles/list-vehicle-choices.server.ts'
import { type ApiEnv, type Door, serveCall } from './serve-call.ts'

/** What everybody may do: look for a vehicle, write to the store. */
export function serveVisitors(app: Hono<ApiEnv>, door: Door): void {
  serveCall(app, door, 'listVehicleChoices', async ({ shop, query }) =>
    ok(await listVehicleChoices(shop, query)),
  )
  serveCall(app, door, 'sendMessage', ({ shop, body }) => sendMessage(shop, body))
}
