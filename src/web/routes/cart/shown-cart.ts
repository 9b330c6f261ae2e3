import type { Cart, CartLine } from '#domain/cart/cart.ts'

/** What the page shows of a cart, in dollars. `cart`: a customer's, for changes. */
export type CartView = {
  lines: readonly CartLine[]
  parts: number
  coreDeposits: number
  cart?: Cart
}

export const EMPTY: CartView = { lines: [], parts: 0, coreDeposits: 0 }
