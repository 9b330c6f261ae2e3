import { z } from 'zod'
import { AuditEntrySchema, ListAuditQuery } from '#domain/audit/audit.ts'
import { defineCall } from './call.ts'

export const listAudit = defineCall('GET', '/audit', {
  summary: 'List the changes of money, stock and roles, newest first',
  access: 'admin',
  query: ListAuditQuery,
  response: z.array(AuditEntrySchema),
})
