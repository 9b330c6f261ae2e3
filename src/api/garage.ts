import type { Hono } from 'hono'
import { ok } from '#domain/shared/outcome.ts'
import { addToGarage } from '#domain/garage/add-to-garage.server.ts'
import { chooseInGarage, removeFromGarage } from '#domain/garage/change-garage.server.ts'
import { listGarage } from '#domain/garage/list-garage.server.ts'
import { type ApiEnv, type ApiContext, serveCall } from './serve-call.ts'

/** The cars of customers. */
export function serveGarage(app: Hono<ApiEnv>, api: ApiContext): void {
  serveCall(app, api, 'listGarage', async ({ shop, viewer }) => ok(await listGarage(shop, viewer)))
  serveCall(app, api, 'addToGarage', ({ shop, viewer, body }) => addToGarage(shop, viewer, body))
  serveCall(app, api, 'chooseInGarage', ({ shop, viewer, params, body }) =>
    chooseInGarage(shop, viewer, params.id, body.chosen),
  )
  serveCall(app, api, 'removeFromGarage', ({ shop, viewer, params }) =>
    removeFromGarage(shop, viewer, params.id),
  )
}
