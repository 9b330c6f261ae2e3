import { DocumentSchema } from '#domain/documents/document.ts'
import { defineCall } from './call.ts'
import { IdParams } from './shared-schemas.ts'

export const showDocument = defineCall('GET', '/document/{id}', {
  summary: 'Show an invoice with its lines',
  access: 'owner-or-admin',
  params: IdParams,
  response: DocumentSchema,
})
