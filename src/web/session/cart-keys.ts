/**
 * Keys of localStorage: the lines of a visitor, who has no account yet; and, for the header, the units in the
 * visitor's or the customer's cart with its revision. Every page loads this file, and not those that change
 * the cart.
 */
export const LINES_KEY = 'cart'
export const CART_COUNT_KEY = 'cartCount'
/** The event of their changes in this tab. The head script uses it and the count, too. */
export const CART_CHANGED = 'cartchange'
