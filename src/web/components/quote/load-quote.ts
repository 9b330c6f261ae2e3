import { quoteCart } from '#contract/cart.ts'
import type { Quote, QuoteInput } from '#domain/cart/quote.ts'
import { api } from '../../api-client/api-client.ts'

/** Import it lazily: the contract brings zod into the bundle. @throws an ApiProblem. */
export function loadQuote(body: QuoteInput, signal?: AbortSignal): Promise<Quote> {
  return api(quoteCart, { body, ...(signal && { signal }) })
}
