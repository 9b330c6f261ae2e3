import { z } from 'zod'
import { PiecesSchema } from '../orders/pieces.ts'
import { centsFromDollars, dollarsFromCents, formatCents, MAX_CHARGE_CENTS } from '../shared/money.ts'
import { numeric, requiredNumber } from '../shared/numbers.ts'
import { boundedText, requiredText } from '../shared/text.ts'

export const REFUND_STATES = ['due', 'pending', 'done', 'failed', 'settled_otherwise'] as const
export const REFUND_CAUSES = [
  'cancel',
  'return',
  'core',
  'delivery',
  'goodwill',
  'provider',
  'no_order',
] as const

/** Money of a purchase that is given back. Amounts in dollars, dates ISO 8601 in UTC. */
export const RefundSchema = z.object({
  _id: z.string(),
  amount: z.number().describe('What is given back, in dollars'),
  state: z
    .enum(REFUND_STATES)
    .describe(
      '`due`: not sent to the card provider yet · `pending`: the bank has not confirmed it · `settled_otherwise`: paid back without the card',
    ),
  cause: z
    .enum(REFUND_CAUSES)
    .describe('Why; `provider`: it was made at the card provider; `no_order`: the charge was not needed'),
  at: z.string().describe('When it was decided'),
  doneAt: z.string().optional().describe('When the bank confirmed it'),
  note: z.string().optional().describe('For admins: what the one who decided it wrote'),
  failure: z.string().optional().describe('For admins: why it failed'),
})
export type Refund = z.infer<typeof RefundSchema>

/** Body of `POST /purchase/{id}/cancellations`. */
export const CancelInput = z.object({
  lines: PiecesSchema.min(1, 'Choose what to cancel'),
  reason: boundedText(500, { tooLong: 'At most 500 characters' }).trim().optional(),
})
export type CancelInput = z.infer<typeof CancelInput>

const Amount = numeric(
  requiredNumber('Enter an amount', 'Enter an amount in dollars')
    .positive('Enter an amount above zero')
    .max(dollarsFromCents(MAX_CHARGE_CENTS), `At most ${formatCents(MAX_CHARGE_CENTS)}`)
    .refine((dollars) => centsFromDollars(dollars) !== null, 'Enter at most two decimals'),
)

/** Body of `POST /purchase/{id}/refunds`: what is given back, and why. Amounts in dollars. */
export const RefundInput = z
  .object({
    lines: PiecesSchema.default([]),
    delivery: Amount.optional().describe('What is given back of the delivery, its tax included'),
    goodwill: Amount.optional().describe('What is given back beyond that'),
    note: requiredText('Write down why', 500),
  })
  .superRefine(({ lines, delivery, goodwill }, context) => {
    if (lines.length === 0 && delivery === undefined && goodwill === undefined)
      context.addIssue({ code: 'custom', path: ['lines'], message: 'Choose what to give back' })
  })
export type RefundInput = z.infer<typeof RefundInput>

/** How a refund that failed was paid back. */
export const SettleRefundInput = z.object({
  settledOtherwise: requiredText('Write how it was paid back', 500),
})

/** Body of `PATCH /refund/{id}`, for one that failed: try again, or write how it was paid back instead. */
export const ChangeRefundInput = z
  .object({
    retry: z.literal(true, 'retry is true, or absent').optional().describe('Sends it to the card again'),
    settledOtherwise: SettleRefundInput.shape.settledOtherwise
      .optional()
      .describe('How it was paid back without the card'),
  })
  .refine(
    ({ retry, settledOtherwise }) => (retry === undefined) === (settledOtherwise !== undefined),
    'Choose to try again, or write how it was paid back',
  )
export type ChangeRefundInput = z.infer<typeof ChangeRefundInput>

/** The result of a decision that gives money back; without an id there is nothing to give back. */
export const RefundDecided = z.object({
  refundId: z.string().optional().describe('The refund; absent when nothing is given back'),
  amount: z.number().describe('What is given back, in dollars'),
  creditNote: z.string().optional().describe('The number of the credit note'),
})
export type RefundDecided = z.infer<typeof RefundDecided>

/** What can be given back of a purchase. Amounts in dollars. */
export const RefundableSchema = z.object({
  left: z.number().describe('What is left of the payment, in dollars'),
  lines: z
    .array(
      z.object({
        _id: z.string(),
        orderId: z.string().optional().describe('The order of the part; absent for the delivery'),
        kind: z.enum(['part', 'core', 'delivery', 'goodwill']).describe('What the line is for'),
        words: z.string().describe('What the line is for, in words'),
        quantity: z.number().int().optional().describe('How many units; absent for the delivery'),
        net: z.number().describe('Without tax, in dollars'),
        tax: z.number().describe('The tax, in dollars'),
        credited: z
          .object({
            quantity: z.number().int().describe('How many units'),
            net: z.number().describe('Without tax, in dollars'),
            tax: z.number().describe('The tax, in dollars'),
          })
          .describe('What credit notes have given back of the line'),
        kept: z
          .number()
          .int()
          .optional()
          .describe('Of a deposit: for how many units it was kept; absent when for none'),
        taxStays: z
          .literal(true)
          .optional()
          .describe('Of a deposit: an old part that comes back alone gives back no tax; absent otherwise'),
      }),
    )
    .describe('The lines of the invoice; none if the order was paid before the store had invoices'),
})
export type Refundable = z.infer<typeof RefundableSchema>
