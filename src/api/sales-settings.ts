import { editSalesSettings } from '#domain/sales/edit-sales-settings.server.ts'
import { readSalesSettings } from '#domain/sales/read-sales-settings.server.ts'
import { ok } from '#domain/shared/outcome.ts'
import type { Handlers } from './serve-call.ts'

/** The rules of selling. */
export const salesSettings = {
  showSalesSettings: async ({ shop }) => ok(await readSalesSettings(shop.db)),
  editSalesSettings: ({ shop, viewer, body }) => editSalesSettings(shop, viewer, body),
} satisfies Partial<Handlers>
