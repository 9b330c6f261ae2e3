import { z } from 'zod'
import { AddressInput } from '../addresses/address.ts'
import { idText } from '../shared/id.ts'
import { boundedText } from '../shared/text.ts'
import { Cars, CartLineSchema, Lines } from './cart.ts'

/**
 * What a quote is for: lines, or without them the customer's own cart; and where it goes to, as far as that
 * is known: a ZIP code alone, an address, or one of the customer's address book.
 */
export const QuoteInput = z.object({
  lines: Lines.optional(),
  cars: Cars.optional(),
  /** Two letters; US unless given. */
  country: boundedText(2)
    .regex(/^[A-Za-z]{2}$/, 'Enter a country’s code of two letters, such as US')
    .optional(),
  region: boundedText(40).trim().optional(),
  postalCode: boundedText(12).trim().optional(),
  addressId: idText().optional(),
  address: AddressInput.optional(),
  /** The delivery method; without it, the cheapest one. */
  methodId: idText().optional(),
})
export type QuoteInput = z.infer<typeof QuoteInput>

/** What is still needed before the cart can be ordered. */
const MISSING = ['login', 'email', 'address', 'method'] as const

/** What a cart costs to the door. Amounts in dollars. */
export const QuoteSchema = z.object({
  lines: z.array(CartLineSchema).describe('The parts with today’s prices'),
  parts: z.number().describe('Dollars of the parts that are counted'),
  coreDeposits: z.number().describe('Dollars of their core deposits'),
  options: z
    .array(
      z.object({
        methodId: z.string().describe('The id of the delivery method'),
        name: z.string().describe('The name of the delivery method'),
        price: z.number().optional().describe('Its price in dollars; absent if it cannot be chosen'),
        daysMin: z.number().int().describe('The fewest days from payment to door'),
        daysMax: z.number().int().describe('The most days from payment to door'),
        freeFrom: z
          .number()
          .optional()
          .describe('Dollars that the parts must cost for it to be free; absent if they do, or never'),
        unavailable: z.string().optional().describe('Why it cannot be chosen, and what to do'),
      }),
    )
    .describe('The delivery methods; none while the destination is not known'),
  methodId: z.string().optional().describe('The chosen method; absent while there is none'),
  delivery: z.number().optional().describe('Dollars of the delivery; absent while there is none'),
  taxes: z
    .array(
      z.object({
        name: z.string().describe('The name of the tax region'),
        rate: z.number().describe('Its rate in percent'),
        amount: z.number().describe('Its tax in dollars'),
      }),
    )
    .describe('The taxes that are charged'),
  tax: z.number().describe('Dollars of all taxes'),
  taxIncluded: z.boolean().describe('Whether the other amounts include the tax'),
  total: z.number().describe('What is charged, in dollars'),
  estimated: z.boolean().describe('True until the address is complete: then the total may change'),
  missing: z
    .array(z.enum(MISSING))
    .describe('What is still needed before it can be ordered; `email`: to verify the address'),
  problems: z
    .array(z.object({ field: z.string(), code: z.string(), message: z.string() }))
    .describe('What keeps it from being ordered; `field` is `lines.` and the id of the part, or `methodId`'),
})
export type Quote = z.infer<typeof QuoteSchema>
