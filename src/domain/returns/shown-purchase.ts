import { z } from 'zod'
import { DocumentSummarySchema } from '../documents/document.ts'
import { PurchaseSchema } from '../orders/purchase.ts'
import { RefundSchema } from '../refunds/refund.ts'
import { ReturnSchema } from './return.ts'

const ShownLineSchema = PurchaseSchema.shape.lines.element.extend({
  returnedQty: z.number().int().optional().describe('How many units came back; absent when none did'),
  cores: z
    .object({
      open: z.number().int().describe('For how many old parts the deposit can still be had'),
      until: z.string().describe('By when they must be sent back'),
    })
    .optional()
    .describe('Its old parts that can be sent back; absent when there are none'),
})

/** A purchase as the API returns it. */
export const ShownPurchaseSchema = PurchaseSchema.extend({
  lines: z.array(ShownLineSchema).describe('Its parts, in the order of the cart'),
  documents: z.array(DocumentSummarySchema).describe('Its invoice, once it is paid, and its credit notes'),
  refunds: z.array(RefundSchema).describe('What is given back of it, oldest first'),
  returns: z.array(ReturnSchema).describe('What its customer sends back, oldest first'),
})
export type ShownPurchase = z.infer<typeof ShownPurchaseSchema>
