import { z } from 'zod'
import { idText } from '../shared/id.ts'
import { wholeNumber } from '../shared/numbers.ts'

const PIECES = {
  missing: 'Quantity is required',
  notWhole: 'Enter a whole number',
  tooSmall: 'Enter at least 1',
  tooLarge: 'That is more than the order has',
}

/** Some pieces of some lines of a purchase, each line at most once. */
export const PiecesSchema = z
  .array(
    z.object({
      orderId: idText('orderId is required').describe('The id of the order of the part'),
      quantity: wholeNumber([1, 2_147_483_647], PIECES),
    }),
  )
  .max(100, 'A purchase has at most 100 parts')
  .superRefine((lines, context) => {
    const seen = new Set<string>()
    for (const [at, { orderId }] of lines.entries()) {
      if (seen.has(orderId))
        context.addIssue({ code: 'custom', path: [at, 'orderId'], message: 'This part is listed twice' })
      seen.add(orderId)
    }
  })
export type Pieces = z.infer<typeof PiecesSchema>
