import { MAX_CART_LINES, MAX_LINE_QUANTITY } from './cart-limits.ts'

/** A part in a cart and how many units of it. */
export type StoredLine = { productId: string; quantity: number }

/**
 * The lines of an account with those that its owner collected before logging in: for equal parts the latter's
 * quantity, everything else stays. Lines beyond MAX_CART_LINES are left out, those of the account never.
 * Merging the same lines again changes nothing.
 */
export function mergeLines(account: readonly StoredLine[], visitor: readonly StoredLine[]): StoredLine[] {
  const quantities = new Map(account.map(({ productId, quantity }) => [productId, quantity]))
  for (const { productId, quantity } of visitor)
    if (quantities.has(productId) || quantities.size < MAX_CART_LINES) quantities.set(productId, quantity)
  return linesOf(quantities)
}

/**
 * A visitor's lines of now that a merge has not taken: those that another tab has added or changed since they
 * were sent, and those for which the cart was full.
 * @param cart the parts in the cart after the merge.
 */
export function linesNotMerged(
  now: readonly StoredLine[],
  sent: readonly StoredLine[],
  cart: readonly Pick<StoredLine, 'productId'>[],
): StoredLine[] {
  const quantities = new Map(sent.map(({ productId, quantity }) => [productId, quantity]))
  const isThere = new Set(cart.map(({ productId }) => productId))
  // In a cart with room, a part is missing because the store never had it.
  const wasFull = cart.length >= MAX_CART_LINES
  return now.filter(
    ({ productId, quantity }) =>
      quantities.get(productId) !== quantity || (wasFull && !isThere.has(productId)),
  )
}

/** The lines with more units of a part; null when there is no room for another one. */
export function addToLines(
  lines: readonly StoredLine[],
  { productId, quantity }: StoredLine,
): StoredLine[] | null {
  const quantities = new Map(lines.map((line) => [line.productId, line.quantity]))
  if (!quantities.has(productId) && quantities.size >= MAX_CART_LINES) return null
  quantities.set(productId, Math.min(MAX_LINE_QUANTITY, (quantities.get(productId) ?? 0) + quantity))
  return linesOf(quantities)
}

const linesOf = (quantities: ReadonlyMap<string, number>) =>
  Array.from(quantities, ([productId, quantity]) => ({ productId, quantity }))
