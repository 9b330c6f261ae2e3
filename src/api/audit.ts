import { listAudit } from '#domain/audit/list-audit.server.ts'
import { ok } from '#domain/shared/outcome.ts'
import type { Handlers } from './serve-call.ts'

export const audit = {
  listAudit: async ({ shop, query }) => ok(await listAudit(shop, query)),
} satisfies Partial<Handlers>
