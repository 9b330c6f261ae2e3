import { ok } from '#domain/shared/outcome.ts'
import { addTaxRegion } from '#domain/tax/add-tax-region.server.ts'
import { deleteTaxRegion } from '#domain/tax/delete-tax-region.server.ts'
import { endTaxRegion } from '#domain/tax/end-tax-region.server.ts'
import { listTaxRegions } from '#domain/tax/list-tax-regions.server.ts'
import type { Handlers } from './serve-call.ts'

/** Where the store collects tax. */
export const tax = {
  listTaxRegions: async ({ shop }) => ok(await listTaxRegions(shop)),
  addTaxRegion: ({ shop, viewer, body }) => addTaxRegion(shop, viewer, body),
  endTaxRegion: ({ shop, viewer, params, body }) => endTaxRegion(shop, viewer, params.id, body),
  deleteTaxRegion: ({ shop, viewer, params }) => deleteTaxRegion(shop, viewer, params.id),
} satisfies Partial<Handlers>
