import { exportParts } from '#domain/imports/export-parts.server.ts'
import { addImport, changeImport, listImports, showImport } from '#domain/imports/manage-imports.server.ts'
import { ok } from '#domain/shared/outcome.ts'
import { receiveImport } from './receive-import.ts'
import type { Handlers } from './serve-call.ts'

export const imports = {
  addImport: async ({ shop, viewer, request }) => {
    const upload = await receiveImport(request)
    return upload.ok ? addImport(shop, viewer, upload.value) : upload
  },
  listImports: async ({ shop, query }) => ok(await listImports(shop, query)),
  showImport: ({ shop, params }) => showImport(shop, params.id),
  changeImport: ({ shop, viewer, params, body }) => changeImport(shop, viewer, params.id, body),
  exportParts: ({ shop, params }) => exportParts(shop.db, params.kind, shop.content.name),
} satisfies Partial<Handlers>
