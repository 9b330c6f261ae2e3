import { editDelivery, showDelivery } from '#domain/delivery/edit-delivery.server.ts'
import { ok } from '#domain/shared/outcome.ts'
import type { Handlers } from './serve-call.ts'

export const delivery = {
  showDelivery: async ({ shop }) => ok(await showDelivery(shop)),
  editDelivery: ({ shop, viewer, body }) => editDelivery(shop, viewer, body),
} satisfies Partial<Handlers>
