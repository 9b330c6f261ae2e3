import { z } from 'zod'

const SellerSchema = z
  .object({
    name: z.string().describe('The company, or the store’s name'),
    address: z.array(z.string()).describe('The lines of its postal address'),
    taxNumber: z.string().optional().describe('Its tax number, if it has one'),
  })
  .describe('The store as it was then')
export type Seller = z.infer<typeof SellerSchema>

const BuyerSchema = z
  .object({ name: z.string(), email: z.string(), address: z.string().describe('The postal address') })
  .describe('The customer as ordered; erased some time after the account was closed')
export type Buyer = z.infer<typeof BuyerSchema>

const DocumentLineSchema = z.object({
  kind: z
    .enum(['part', 'core', 'delivery', 'goodwill'])
    .describe('What it is for: `core` is the deposit for an old part'),
  words: z.string().describe('What it is for, in words'),
  quantity: z.number().int().optional().describe('How many units; absent for a delivery'),
  net: z.number().describe('Without tax, in dollars'),
  tax: z.number().describe('The tax, in dollars'),
  rate: z.number().optional().describe('The rate of the tax in percent, with at most four decimals'),
})
export type DocumentLine = z.infer<typeof DocumentLineSchema>

/** A document in a list. */
export const DocumentSummarySchema = z.object({
  _id: z.string(),
  kind: z.enum(['invoice', 'credit_note']).describe('The amounts of a credit note are negative'),
  number: z.string().describe('The number, such as INV-2026-000123: those of a year have no gaps'),
  total: z.number().describe('With the tax, in dollars'),
  issuedAt: z.string().describe('When it was issued (ISO 8601)'),
})
export type DocumentSummary = z.infer<typeof DocumentSummarySchema>

/** The response of `GET /document/{id}`. */
export const DocumentSchema = DocumentSummarySchema.extend({
  purchaseId: z.string().describe('The id of the purchase, which is that of its first order'),
  purchaseNumber: z.string().describe('The number of the purchase, such as DL-10042'),
  seller: SellerSchema,
  buyer: BuyerSchema,
  lines: z.array(DocumentLineSchema).describe('Parts with their core deposits, and the delivery'),
  net: z.number().describe('Without tax, in dollars'),
  tax: z.number().describe('The tax, in dollars'),
})
export type Document = z.infer<typeof DocumentSchema>

/** What a kind of document is called. */
export const DOCUMENT_NAMES: Readonly<Record<DocumentSummary['kind'], string>> = {
  invoice: 'Invoice',
  credit_note: 'Credit note',
}
