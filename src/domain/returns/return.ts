import { z } from 'zod'
import { idText } from '../shared/id.ts'
import { PageQuery, SearchText } from '../shared/lists.ts'
import { wholeNumber } from '../shared/numbers.ts'
import { boundedText } from '../shared/text.ts'
import { FitVerdictSchema } from '../vehicles/fit-verdict.ts'

export const RETURN_STATES = ['requested', 'approved', 'declined', 'canceled', 'received'] as const
export type ReturnState = (typeof RETURN_STATES)[number]

/** How many returns of a purchase its customer may ask for, canceled ones included; each is an email. */
export const MAX_RETURNS = 50

/** How many days the store waits for a return, or for an old part, after the last day for sending it. */
export const DAYS_OF_GRACE = 14

/** Why a part comes back. Those of STORE_FAULTS are for the store to mend, whatever the part. */
export const RETURN_REASONS = [
  'does_not_fit',
  'wrong_part_ordered',
  'not_needed',
  'damaged',
  'defective',
  'wrong_part_sent',
] as const
export type ReturnReason = (typeof RETURN_REASONS)[number]
export const STORE_FAULTS: readonly ReturnReason[] = ['damaged', 'defective', 'wrong_part_sent']

export const RETURN_REASON_LABELS: Readonly<Record<ReturnReason | 'core', string>> = {
  does_not_fit: 'It does not fit my car',
  wrong_part_ordered: 'I ordered the wrong part',
  not_needed: 'I no longer need it',
  damaged: 'It arrived damaged',
  defective: 'It does not work',
  wrong_part_sent: 'I got another part',
  core: 'Old part, for its deposit',
}

/** One part of a return. */
const ReturnLineSchema = z.object({
  orderId: z.string().describe('The order of the part'),
  name: z.string().describe('The name of the part'),
  unit: z.string(),
  core: z.boolean().describe('Whether the old part comes back, for its deposit'),
  quantity: z.number().int(),
  reason: z.enum([...RETURN_REASONS, 'core']).describe('Why it comes back'),
  words: z.string().optional().describe('What the customer wrote'),
  received: z.number().int().describe('How many arrived: restocked + writtenOff'),
  restocked: z.number().int().describe('How many are back in stock'),
  writtenOff: z.number().int().describe('How many were written off'),
})

/** A return. Dates are ISO 8601 in UTC. */
export const ReturnSchema = z.object({
  _id: z.string(),
  number: z.string().describe('The number, such as RT-1001'),
  state: z
    .enum(RETURN_STATES)
    .describe('`requested`: it waits for an admin · `approved`: the customer may send it'),
  note: z.string().optional().describe('What the store wrote about it to the customer'),
  createdAt: z.string(),
  decidedAt: z.string().optional().describe('When it was approved or declined'),
  sendBy: z.string().optional().describe('By when an approved one should be sent'),
  receivedAt: z.string().optional().describe('When it arrived; absent until then'),
  lines: z.array(ReturnLineSchema),
  refunded: z.number().optional().describe('What is given back for it, in dollars; once it was received'),
})
export type Return = z.infer<typeof ReturnSchema>
export type ReturnLine = Return['lines'][number]

/** A return in the list of all. */
export const ListedReturnSchema = ReturnSchema.extend({
  purchase: z
    .object({ _id: z.string(), number: z.string().describe('The number of the purchase') })
    .describe('What it was bought as'),
  customer: z.object({ name: z.string(), email: z.string() }),
})
export type ListedReturn = z.infer<typeof ListedReturnSchema>

/** Query of `GET /returns`. `q`: a number of a return or an order, or part of a customer's name or email. */
export const ListReturnsQuery = PageQuery.extend({
  state: z.enum(RETURN_STATES).optional(),
  q: SearchText.optional(),
})
export type ListReturnsQuery = z.infer<typeof ListReturnsQuery>

/** What of one part of a purchase can be sent back now, by its customer. */
const ReturnableLineSchema = z.object({
  orderId: z.string().describe('The order of the part'),
  quantity: z.number().int().describe('How many units can be returned'),
  cores: z.number().int().describe('How many old parts can be sent back alone for their deposit'),
  until: z.string().optional().describe('By when a return must be asked for; absent if nothing has shipped'),
  coresUntil: z.string().optional().describe('By when an old part must be sent back; absent without deposit'),
  only: z
    .array(z.enum(RETURN_REASONS))
    .optional()
    .describe('The only reasons for which it can be returned; absent: all'),
})

/** Response of `GET /purchase/{id}/returnable`. */
export const ReturnableSchema = z.object({ lines: z.array(ReturnableLineSchema) })
export type Returnable = z.infer<typeof ReturnableSchema>

const PIECES = {
  missing: 'Quantity is required',
  notWhole: 'Enter a whole number',
  tooSmall: 'Enter at least 1',
  tooLarge: 'That is more than the order has',
}

/** Refuses lines of one part, or of its old parts, that are there twice. */
function eachOnce(lines: readonly { orderId: string; core: boolean }[], context: z.RefinementCtx): void {
  const seen = new Set<string>()
  for (const [at, { orderId, core }] of lines.entries()) {
    const key = `${orderId} ${core}`
    if (seen.has(key))
      context.addIssue({ code: 'custom', path: [at, 'orderId'], message: 'This part is listed twice' })
    seen.add(key)
  }
}

/** Body of `POST /purchase/{id}/returns`. `core`: the old part, which has no reason. */
export const ReturnInput = z.object({
  lines: z
    .array(
      z
        .object({
          orderId: idText('orderId is required').describe('The order of the part'),
          quantity: wholeNumber([1, 2_147_483_647], PIECES),
          reason: z
            .enum(RETURN_REASONS, 'Choose a reason')
            .optional()
            .describe('Why it comes back; left out for an old part'),
          words: boundedText(500, { tooLong: 'At most 500 characters' }).trim().optional(),
          core: z.boolean().default(false).describe('Whether the old part comes back, for its deposit'),
        })
        .superRefine(({ core, reason }, context) => {
          if (!core && reason === undefined)
            context.addIssue({ code: 'custom', path: ['reason'], message: 'Choose a reason' })
          if (core && reason !== undefined)
            context.addIssue({
              code: 'custom',
              path: ['reason'],
              message: 'Leave out the reason: an old part comes back for its deposit',
            })
        }),
    )
    .min(1, 'Choose what to send back')
    .max(200, 'A purchase has at most 100 parts')
    .superRefine(eachOnce),
})
export type ReturnInput = z.infer<typeof ReturnInput>

/** Body of `PATCH /return/{id}`: admins approve or decline it, with a note to its customer; owners cancel. */
export const ChangeReturnInput = z.object({
  state: z.enum(['approved', 'declined', 'canceled'], 'Choose approved, declined or canceled'),
  note: boundedText(500, { tooLong: 'At most 500 characters' }).trim().optional(),
})
export type ChangeReturnInput = z.infer<typeof ChangeReturnInput>

const COUNT = { missing: 'Enter how many', notWhole: 'Enter a whole number', tooSmall: 'Enter 0 or more' }

/**
 * Body of `POST /return/{id}/receipt`: what arrived, of each line. Lines that are left out did not arrive.
 * `refund`: whether what was paid for it is given back.
 */
export const ReceiptInput = z.object({
  lines: z
    .array(
      z.object({
        orderId: idText('orderId is required').describe('The order of the part'),
        core: z.boolean().default(false),
        received: wholeNumber([0, 2_147_483_647], COUNT),
        restocked: wholeNumber([0, 2_147_483_647], COUNT),
        writtenOff: wholeNumber([0, 2_147_483_647], COUNT),
      }),
    )
    .min(1, 'Enter what arrived')
    .max(200, 'A purchase has at most 100 parts')
    .superRefine(eachOnce),
  refund: z.boolean(),
})
export type ReceiptInput = z.infer<typeof ReceiptInput>

/** Response of `POST /return/{id}/receipt`; without an id nothing is given back. */
export const ReceiptResult = z.object({
  refundId: z.string().optional().describe('The refund; absent when nothing is given back'),
  amount: z.number().optional().describe('What is given back, in dollars'),
})
export type ReceiptResult = z.infer<typeof ReceiptResult>

export const FLAG_STATES = ['open', 'fitment_changed', 'dismissed'] as const

/** That a customer returned a part since it did not fit the car that it was ordered for. */
export const FitmentFlagSchema = z.object({
  _id: z.string(),
  product: z
    .object({ _id: z.string(), name: z.string(), partNumber: z.string().optional() })
    .describe('The part'),
  vehicle: z.string().describe('The car that it was ordered for'),
  said: FitVerdictSchema.shape.verdict.describe('The verdict when it was ordered'),
  reason: z.string().describe('The reason of that verdict'),
  words: z.string().optional().describe('What the customer wrote'),
  return: z
    .object({ _id: z.string(), number: z.string().describe('The number, such as RT-1001') })
    .describe('The return that says so'),
  purchaseId: z.string().describe('The purchase of the return'),
  state: z.enum(FLAG_STATES).describe('`fitment_changed`: the fitment of the part was mended'),
  at: z.string(),
})
export type FitmentFlag = z.infer<typeof FitmentFlagSchema>

/** Query of `GET /fitment-flags`. */
export const ListFlagsQuery = PageQuery.extend({ state: z.enum(FLAG_STATES).default('open') })
export type ListFlagsQuery = z.infer<typeof ListFlagsQuery>

/** Body of `PATCH /fitment-flag/{id}`. */
export const ChangeFlagInput = z.object({
  state: z.enum(['fitment_changed', 'dismissed'], 'Choose fitment_changed or dismissed'),
})
export type ChangeFlagInput = z.infer<typeof ChangeFlagInput>
