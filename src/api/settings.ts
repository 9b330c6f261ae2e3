import { editSettings } from '#domain/content/edit-settings.server.ts'
import { showSettings } from '#domain/content/show-settings.server.ts'
import { ok } from '#domain/shared/outcome.ts'
import type { Handlers } from './serve-call.ts'

/** The store's own content, as admins change it. */
export const settings = {
  showSettings: async ({ shop }) => ok(await showSettings(shop)),
  editSettings: ({ shop, viewer, body }) => editSettings(shop, viewer, body),
} satisfies Partial<Handlers>
