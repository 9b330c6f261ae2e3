import type { CartPrice } from '../sales/price-cart.ts'
import { dollarsFromCents } from '../shared/money.ts'
import { rateFromPpm } from '../shared/rate.ts'
import type { Quote } from './quote.ts'

/** The price of a cart as the API returns it. */
export function showPrice(price: CartPrice): Omit<Quote, 'lines' | 'estimated' | 'missing' | 'problems'> {
  return {
    parts: dollarsFromCents(price.partsCents),
    coreDeposits: dollarsFromCents(price.coreCents),
    options: price.options.map(({ priceCents, freeFromCents, unavailable, ...option }) => ({
      ...option,
      ...(priceCents !== null && { price: dollarsFromCents(priceCents) }),
      ...(freeFromCents !== null && { freeFrom: dollarsFromCents(freeFromCents) }),
      ...(unavailable !== null && { unavailable }),
    })),
    ...(price.methodId !== null && { methodId: price.methodId }),
    ...(price.deliveryCents !== null && { delivery: dollarsFromCents(price.deliveryCents) }),
    taxes: price.taxes.map(({ name, ratePpm, amountCents }) => ({
      name,
      rate: rateFromPpm(ratePpm),
      amount: dollarsFromCents(amountCents),
    })),
    tax: dollarsFromCents(price.taxCents),
    taxIncluded: price.taxContained,
    total: dollarsFromCents(price.totalCents),
  }
}
