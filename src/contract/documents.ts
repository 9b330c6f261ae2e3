import { z } from 'zod'
import { DocumentSchema, DocumentSummarySchema } from '#domain/documents/document.ts'
import { defineCall } from './call.ts'
import { IdParams } from './shared-schemas.ts'

export const showDocument = defineCall({
  method: 'GET',
  path: '/document/{id}',
  summary: 'Show an invoice with its lines',
  access: 'owner-or-admin',
  params: IdParams,
  response: DocumentSchema,
})

export const listOrderDocuments = defineCall({
  method: 'GET',
  path: '/orders/{id}/documents',
  summary: 'List the documents of an order’s purchase: its invoice, once it is paid',
  access: 'owner-or-admin',
  params: IdParams,
  response: z.array(DocumentSummarySchema),
})
