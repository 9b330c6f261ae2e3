import { addImport } from '#domain/imports/add-import.server.ts'
import { changeImport } from '#domain/imports/change-import.server.ts'
import { exportParts } from '#domain/imports/export-parts.server.ts'
import { listImports } from '#domain/imports/list-imports.server.ts'
import { downloadRefusedLines } from '#domain/imports/refused-lines.server.ts'
import { showImport } from '#domain/imports/show-import.server.ts'
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
  downloadRefusedLines: ({ shop, params }) => downloadRefusedLines(shop.db, params.id),
  exportParts: async ({ shop, params }) => ok(exportParts(shop.db, params.kind, await shop.content())),
} satisfies Partial<Handlers>
