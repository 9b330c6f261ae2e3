import type { z } from 'zod'

/** The codes of invalid fields, with their meaning for programs: stable, whatever validates them. */
export const FIELD_CODES = {
  required: 'absent or blank',
  wrong_type: 'another type of value, such as text in place of a list',
  too_short: 'too few characters or entries',
  too_long: 'too many characters or entries',
  too_low: 'below the smallest number',
  too_high: 'above the largest number',
  not_a_choice: 'none of the possible values',
  invalid: 'breaks another rule, which the message states',
  differs: 'not the same as in the URL',
  total_differs: 'not the total of the order',
  unknown_line: 'no such entry in this list',
  unknown_mail: 'no such email',
  unknown_vehicle: 'the store does not know this vehicle',
  too_many_vehicles: 'too many vehicles for this call',
  below_min_order: 'fewer than the minimum order',
  insufficient_stock: 'more than is available',
  no_longer_sold: 'the part is no longer sold',
  not_deliverable: 'no delivery method carries it there',
  email_not_verified: 'more than an unverified customer may hold',
  foreign_picture: 'not a picture of this store',
  product_changed: 'changed by another admin meanwhile',
} as const
export type FieldCode = keyof typeof FIELD_CODES

/** The code of an issue that was reported with its input (`PARSING`). */
export function fieldCodeOf(issue: z.core.$ZodIssue): FieldCode {
  if (issue.input === undefined) return 'required'
  switch (issue.code) {
    case 'invalid_type':
      return 'wrong_type'
    case 'too_small':
      if (!isCounted(issue.origin)) return 'too_low'
      return issue.origin === 'string' && Number(issue.minimum) === 1 ? 'required' : 'too_short'
    case 'too_big':
      return isCounted(issue.origin) ? 'too_long' : 'too_high'
    case 'invalid_value':
      return 'not_a_choice'
    default:
      return 'invalid'
  }
}

/** Whether the size of such a value is a number of characters or entries. */
function isCounted(origin: string): boolean {
  return origin === 'string' || origin === 'array'
}
