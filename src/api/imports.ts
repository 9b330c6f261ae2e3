import type { Hono } from 'hono'
import { addImport, changeImport, listImports, showImport } from '#domain/imports/manage-imports.server.ts'
import { exportParts } from '#domain/imports/export-parts.server.ts'
import { ok } from '#domain/shared/outcome.ts'
import { receiveImport } from './receive-import.ts'
import { type ApiContext, type ApiEnv, serveCall, serveFile } from './serve-call.ts'

/** Files that admins bring in. */
export function serveImports(app: Hono<ApiEnv>, api: ApiContext): void {
  serveCall(app, api, 'addImport', async ({ shop, viewer, request }) => {
    const upload = await receiveImport(request)
    return upload.ok ? addImport(shop, viewer, upload.value) : upload
  })
  serveCall(app, api, 'listImports', async ({ shop, query }) => ok(await listImports(shop, query)))
  serveCall(app, api, 'showImport', ({ shop, params }) => showImport(shop, params.id))
  serveCall(app, api, 'changeImport', ({ shop, viewer, params, body }) =>
    changeImport(shop, viewer, params.id, body),
  )
  serveFile(app, api, 'exportParts', ({ shop, params }) =>
    exportParts(shop.db, params.kind, shop.content.name),
  )
}
