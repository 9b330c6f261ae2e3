import { dollarsFromCents } from '../shared/money.ts'
import type { Shop } from '../shop.ts'
import type { Quote, QuoteInput } from './cart.ts'
import { showCartLines } from './show-cart-lines.server.ts'

/** What lines cost now and whether they can be ordered. Access: everyone. */
export async function quoteCart(
  shop: Pick<Shop, 'db' | 'vehicles'>,
  { lines: given, cars = [] }: QuoteInput,
): Promise<Quote> {
  const { lines, partsCents, coreCents } = await showCartLines(shop, given, cars)
  return {
    lines,
    parts: dollarsFromCents(partsCents),
    coreDeposits: dollarsFromCents(coreCents),
    problems: lines.flatMap(({ productId, name, problem }) =>
      problem
        ? [
            {
              field: `lines.${productId}`,
              code: problem.code,
              message: `${name}: ${problem.message}`,
            },
          ]
        : [],
    ),
  }
}
