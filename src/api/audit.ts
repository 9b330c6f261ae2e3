import type { Hono } from 'hono'
import { listAudit } from '#domain/audit/list-audit.server.ts'
import { readOrderNumber } from '#domain/orders/order-number.ts'
import { ok } from '#domain/shared/outcome.ts'
import { type ApiEnv, type ApiContext, serveCall } from './serve-call.ts'

/** GET /audit. */
export function serveAudit(app: Hono<ApiEnv>, api: ApiContext): void {
  serveCall(app, api, 'listAudit', async ({ shop, query }) =>
    ok(await listAudit(shop, query, readOrderNumber(query.q ?? ''))),
  )
}
