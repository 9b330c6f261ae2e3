import { z } from 'zod'
import { PurchaseSchema } from '../orders/purchase.ts'
import { DocumentSummarySchema } from './document.ts'

/** A purchase as the API returns it. */
export const ShownPurchaseSchema = PurchaseSchema.extend({
  documents: z.array(DocumentSummarySchema).describe('Its invoice, once it is paid'),
})
export type ShownPurchase = z.infer<typeof ShownPurchaseSchema>
