import { addAddress } from '#domain/addresses/add-address.server.ts'
import { deleteAddress } from '#domain/addresses/delete-address.server.ts'
import { editAddress } from '#domain/addresses/edit-address.server.ts'
import { listAddresses } from '#domain/addresses/list-addresses.server.ts'
import { ok } from '#domain/shared/outcome.ts'
import type { Handlers } from './serve-call.ts'

export const addresses = {
  listAddresses: async ({ shop, viewer }) => ok(await listAddresses(shop, viewer)),
  addAddress: ({ shop, viewer, body }) => addAddress(shop, viewer, body),
  editAddress: ({ shop, viewer, params, body }) => editAddress(shop, viewer, params.id, body),
  deleteAddress: ({ shop, viewer, params }) => deleteAddress(shop, viewer, params.id),
} satisfies Partial<Handlers>
