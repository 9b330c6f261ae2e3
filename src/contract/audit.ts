import { z } from 'zod'
import { AuditEntrySchema, ListAuditQuery } from '#domain/audit/audit.ts'
import { defineCall } from './call.ts'
import { Empty } from './shared-schemas.ts'

export const listAudit = defineCall({
  method: 'GET',
  path: '/audit',
  summary: 'List the changes of money, stock and roles, newest first',
  who: 'admin',
  params: Empty,
  query: ListAuditQuery,
  body: Empty,
  answer: z.array(AuditEntrySchema),
  status: 200,
  refusals: [],
})
