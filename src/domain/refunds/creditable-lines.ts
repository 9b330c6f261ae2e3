import type { CreditableLines } from '../documents/credit.ts'
import { centsFromDollars } from '../shared/money.ts'
import type { Refundable } from './refund.ts'

/** The answer of `GET /purchase/{id}/refundable` as the rules of credit.ts take it. */
export function creditableLines({ left, lines }: Refundable): CreditableLines {
  const cents = (dollars: number) => centsFromDollars(dollars) ?? 0
  return {
    leftCents: cents(left),
    lines: lines.map(
      ({ _id, orderId = null, kind, words, quantity = null, net, tax, credited, ...core }) => ({
        id: _id,
        orderId,
        kind,
        words,
        quantity,
        netCents: cents(net),
        taxCents: cents(tax),
        ratePpm: null,
        regionId: null,
        credited: {
          quantity: credited.quantity,
          netCents: cents(credited.net),
          taxCents: cents(credited.tax),
        },
        kept: core.kept ?? 0,
        taxStays: core.taxStays ?? false,
      }),
    ),
  }
}
