import { z } from 'zod'
import { DocumentSummarySchema } from '../documents/document.ts'
import { PurchaseSchema } from '../orders/purchase.ts'
import { RefundSchema } from './refund.ts'

/** A purchase as the API returns it. */
export const ShownPurchaseSchema = PurchaseSchema.extend({
  documents: z.array(DocumentSummarySchema).describe('Its invoice, once it is paid, and its credit notes'),
  refunds: z.array(RefundSchema).describe('What is given back of it, oldest first'),
})
export type ShownPurchase = z.infer<typeof ShownPurchaseSchema>
