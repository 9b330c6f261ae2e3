import { z } from 'zod'
import { AddressInput } from '../addresses/address.ts'
import { idText } from '../shared/id.ts'
import { roundToCents } from '../shared/money.ts'
import { numeric, requiredNumber, wholeNumber } from '../shared/numbers.ts'
import { PhoneSchema } from '../shared/phone.ts'

/**
 * Body of `POST /checkout`. `revision` and `expectedTotal` (dollars) are of the cart and the quote on the
 * customer's screen: what was shown is stored, or nothing is.
 */
export const CheckoutInput = z
  .object({
    revision: wholeNumber([0, Number.MAX_SAFE_INTEGER], { missing: 'revision is required' }),
    expectedTotal: numeric(
      requiredNumber('expectedTotal is required', 'expectedTotal is a number of dollars')
        .nonnegative('expectedTotal is a number of dollars')
        .overwrite(roundToCents),
    ),
    addressId: idText().optional(),
    address: AddressInput.optional(),
    /** For the delivery; that of the address unless given. */
    phone: PhoneSchema.optional(),
    methodId: idText('Choose a delivery'),
  })
  .refine(({ addressId, address }) => (addressId === undefined) !== (address === undefined), {
    path: ['addressId'],
    error: 'Choose an address',
  })
export type CheckoutInput = z.infer<typeof CheckoutInput>

/** A placed purchase. `total` in dollars. */
export const CheckedOutSchema = z.object({
  purchaseId: z.string().describe('The id of the purchase, and of its first order'),
  number: z.string(),
  insertedIds: z.array(z.string()).describe('The ids of its orders, in the order of the cart'),
  total: z.number().describe('What is charged, in dollars'),
})
export type CheckedOut = z.infer<typeof CheckedOutSchema>
