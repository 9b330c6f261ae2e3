import { addToGarage } from '#domain/garage/add-to-garage.server.ts'
import { chooseInGarage } from '#domain/garage/choose-in-garage.server.ts'
import { listGarage } from '#domain/garage/list-garage.server.ts'
import { removeFromGarage } from '#domain/garage/remove-from-garage.server.ts'
import { ok } from '#domain/shared/outcome.ts'
import type { Handlers } from './serve-call.ts'

export const garage = {
  listGarage: async ({ shop, viewer }) => ok(await listGarage(shop, viewer)),
  addToGarage: ({ shop, viewer, body }) => addToGarage(shop, viewer, body),
  chooseInGarage: ({ shop, viewer, params, body }) => chooseInGarage(shop, viewer, params.id, body.chosen),
  removeFromGarage: ({ shop, viewer, params }) => removeFromGarage(shop, viewer, params.id),
} satisfies Partial<Handlers>
